// Requests to the server, and what can become of them.

import { go, toAddress } from './location.ts'
import { readStored, store } from './storage.ts'

export type ProblemKind = 'offline' | 'denied' | 'missing' | 'invalid' | 'busy' | 'server'

/** Why a request did not succeed. */
export interface Problem {
  kind: ProblemKind
  /** Told by the server; empty when it did not answer. */
  message: string
  /** First problem of each field of the body. */
  fields: Record<string, string>
  /** Told by the server: how long to wait before asking again. */
  waitMs?: number
}

export type Answer<Value> = { ok: true; value: Value } | { ok: false; problem: Problem }

export type Query = Record<string, string | number | boolean | null | undefined>

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Query
  /** Sent as JSON; makes it a POST. */
  body?: unknown
  /** A POST that changes nothing: it may be repeated like reading. */
  isQuestion?: boolean
  signal?: AbortSignal
}

let token = readStored('token')
let share: OpenShare | null = null

/** A share page that is open. */
interface OpenShare {
  slug: string
  token: string
}

export const hasToken = (): boolean => token !== null

/** Remembers who is logged in; `null` logs out. */
export function keepToken(next: string | null): void {
  token = next
  store('token', next)
}

/** While a share page is open, everything is asked with its token alone, as any visitor would. */
export function actAsShare(next: OpenShare | null): void {
  share = next
}

/** Changes when another caller asks: answers to one are none to the other. */
export const callerKey = (): string => (share ? `share ${share.slug}` : 'user')

function toHeaders(asked: ApiRequest): Record<string, string> {
  const credentials: Record<string, string> = share
    ? { 'x-umami-share-token': share.token, 'x-umami-share-context': '1' }
    : token
      ? { Authorization: `Bearer ${token}` }
      : {}
  return asked.body === undefined
    ? credentials
    : { ...credentials, 'Content-Type': 'application/json' }
}

/** Values left out of a query: those that say nothing. */
export function queryText(query: Query = {}): string {
  const said = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** How long to wait before reading again what could not be read. */
const pausesMs = [400, 1500]
/** So too where the server told how long to wait: with longer pauses, for all who wait come again. */
const toldPausesMs = [...pausesMs, 3000, 6000]
/** Nobody waits longer in all. */
const patienceMs = 10_000

/**
 * Asks the server. Reading is tried three times when there is no answer or the server is busy; where
 * the server tells when to come back, the next try waits for it, for ten seconds in all. The token of a share page ends after a day: one that is refused is renewed, and the request repeated once. A request that was given up by its signal never answers.
 */
export async function ask<Value>(path: string, asked: ApiRequest = {}): Promise<Answer<Value>> {
  const asker = share
  const answer = await askPatiently<Value>(path, asked)
  if (answer.ok || answer.problem.kind !== 'denied' || !asker) return answer
  return (await renewShare(asker)) ? askPatiently(path, asked) : answer
}

let renewing: Promise<boolean> | null = null

/** Takes a new token for the share page that was refused; false when it is closed or was left. */
function renewShare(refused: OpenShare): Promise<boolean> {
  if (share !== refused) return Promise.resolve(share?.slug === refused.slug)
  renewing ??= takeToken(refused).finally(() => {
    renewing = null
  })
  return renewing
}

async function takeToken(refused: OpenShare): Promise<boolean> {
  const path = `/api/share/${encodeURIComponent(refused.slug)}`
  const answer = await askOnce<{ token: string }>(path, {})
  if (!answer.ok || share !== refused) return false
  share = { slug: refused.slug, token: answer.value.token }
  return true
}

async function askPatiently<Value>(path: string, asked: ApiRequest): Promise<Answer<Value>> {
  let waited = 0
  for (let turn = 0; ; turn++) {
    const answer = await askOnce<Value>(path, asked)
    const waitMs = answer.ok || !isRepeatable(asked) ? null : pauseAfter(answer.problem, turn)
    if (waitMs === null || waited === patienceMs) return answer
    const rest = Math.min(waitMs, patienceMs - waited)
    await pause(rest)
    waited += rest
  }
}

const isRepeatable = ({ method, body, isQuestion }: ApiRequest): boolean =>
  isQuestion || (method ?? (body === undefined ? 'GET' : 'POST')) === 'GET'

/** How long to wait before asking again after a problem; `null` when that is of no use. */
function pauseAfter({ kind, waitMs }: Problem, turn: number): number | null {
  if (kind !== 'offline' && kind !== 'busy') return null
  const pauses = waitMs === undefined ? pausesMs : toldPausesMs
  const own = pauses[turn]
  return own === undefined ? null : Math.max(own, waitMs ?? 0)
}

/** What an answer tells of when to come back: in seconds, or as an instant. */
function toldWait({ headers }: Response): { waitMs?: number } {
  const told = headers.get('Retry-After')
  if (told === null) return {}
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now()
  return Number.isNaN(waitMs) ? {} : { waitMs: Math.max(0, waitMs) }
}

async function askOnce<Value>(path: string, asked: ApiRequest): Promise<Answer<Value>> {
  const query = queryText(asked.query)
  let response: Response | null = null
  try {
    response = await fetch(toAddress(query ? `${path}?${query}` : path), {
      method: asked.method ?? (asked.body === undefined ? 'GET' : 'POST'),
      headers: toHeaders(asked),
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      ...(asked.signal ? { signal: asked.signal } : {}),
    })
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, value: body as Value }
    return {
      ok: false,
      problem: { ...(await readProblem(response.status, body)), ...toldWait(response) },
    }
  } catch (error) {
    if (asked.signal?.aborted) return new Promise(() => {})
    // Without an answer fetch throws a TypeError, and a proxy's page instead of JSON a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    const told = response ? toldWait(response) : {}
    return { ok: false, problem: { kind: 'offline', message: '', fields: {}, ...told } }
  }
}

interface ErrorBody {
  error?: {
    message?: string
    code?: string
    properties?: Record<string, { errors?: string[] }>
  }
}

async function readProblem(status: number, body: unknown): Promise<Problem> {
  const { error } = (body ?? {}) as ErrorBody
  const fields = Object.entries(error?.properties ?? {}).flatMap(([name, { errors }]) =>
    errors?.[0] ? [[name, errors[0]]] : [],
  )
  if (status === 401 && error?.code !== 'incorrect-username-password') await endIfLoggedOut()
  return {
    kind: problemKind(status),
    message: error?.message ?? '',
    fields: Object.fromEntries(fields),
  }
}

function problemKind(status: number): ProblemKind {
  if (status === 401 || status === 403) return 'denied'
  if (status === 404) return 'missing'
  if (status === 429 || status === 503) return 'busy'
  return status < 500 ? 'invalid' : 'server'
}

let checking: Promise<void> | null = null

/** 401 also means "not allowed": only when the token itself no longer holds is the user asked again. */
function endIfLoggedOut(): Promise<void> {
  if (share) return Promise.resolve()
  checking ??= checkToken().finally(() => {
    checking = null
  })
  return checking
}

async function checkToken(): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const path = toAddress('/api/auth/verify')
  const status = await fetch(path, { method: 'POST', headers }).then(
    (response) => response.status,
    () => 0,
  )
  if (status !== 401) return
  keepToken(null)
  leaveToLogin()
}

/** Shows the log-in page, which comes back to the present address. */
export function leaveToLogin(): void {
  const here = location.pathname.slice(toAddress('').length) + location.search
  if (!here.startsWith('/login')) {
    go(here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`, { replace: true })
  }
}
