// Requests to the server, and their answers and problems.

import { secondMs } from '../../time/durations.ts'
import { go, toAddress } from './location.ts'
import { signal } from './signal.ts'
import { readStored, store } from './storage.ts'

export type ProblemKind = 'offline' | 'denied' | 'missing' | 'invalid' | 'busy' | 'server'

/** Why a request did not succeed. */
export interface Problem {
  kind: ProblemKind
  /** From the server; empty when it did not answer. */
  message: string
  /** First problem of each field of the body. */
  fields: Record<string, string>
  /** From the server: how long to wait before the next try. */
  waitMs?: number
}

export type Answer<Value> = { ok: true; value: Value } | { ok: false; problem: Problem }

export type Query = Record<string, string | number | boolean | null | undefined>

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Query
  /** Sent as JSON, or a Blob as it is; makes it a POST. */
  body?: unknown
  /** Sent instead of the reader's own. */
  bearer?: string
  /** A POST that changes nothing: it may be repeated like reading. */
  isQuestion?: boolean
  signal?: AbortSignal
}

/** Whether the reader must set up a second factor: nothing else is answered until then. */
export const setUpRequired = signal(false)

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

/** While a share page is open, everything is requested with its token alone, as any visitor would. */
export function actAsShare(next: OpenShare | null): void {
  share = next
}

/** Who requests: answers to one caller are none to the other. */
export const callerKey = (): string => (share ? `share ${share.slug}` : 'user')

function toHeaders(request: ApiRequest): Record<string, string> {
  const bearer = request.bearer ?? token
  const credentials: Record<string, string> = share
    ? { 'x-umami-share-token': share.token, 'x-umami-share-context': '1' }
    : bearer
      ? { Authorization: `Bearer ${bearer}` }
      : {}
  return request.body === undefined || request.body instanceof Blob
    ? credentials
    : { ...credentials, 'Content-Type': 'application/json' }
}

/** Query text; empty values are left out. */
export function queryText(query: Query = {}): string {
  const filled = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Pauses between tries of reading. */
const pausesMs = [400, 1500]
/** With `Retry-After`, of which the longer one counts: every waiting page comes back. */
const retryAfterPausesMs = [...pausesMs, 3000, 6000]
/** The limit of all pauses together. */
const maxWaitMs = 10 * secondMs

/**
 * Asks the server. Reading is tried three times when there is no answer or the server is busy. With
 * `Retry-After` the next try waits as long, up to ten seconds in all. The token of a share page ends
 * after a day: a refused one is renewed, and the request repeated once; so it is with a newer token of
 * another tab. The promise of an aborted request never settles.
 */
export async function ask<Value>(path: string, request: ApiRequest = {}): Promise<Answer<Value>> {
  const caller = share
  const sent = token
  const answer = await askWithRetries<Value>(path, request)
  if (answer.ok || answer.problem.kind !== 'denied') return answer
  const isRenewed = caller ? await renewShare(caller) : token !== null && token !== sent
  return isRenewed ? askWithRetries(path, request) : answer
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

async function askWithRetries<Value>(path: string, request: ApiRequest): Promise<Answer<Value>> {
  let waited = 0
  for (let turn = 0; ; turn++) {
    const answer = await askOnce<Value>(path, request)
    const waitMs = answer.ok || !isRepeatable(request) ? null : pauseAfter(answer.problem, turn)
    if (waitMs === null || waited === maxWaitMs) return answer
    const rest = Math.min(waitMs, maxWaitMs - waited)
    await pause(rest)
    waited += rest
  }
}

const isRepeatable = ({ method, body, isQuestion }: ApiRequest): boolean =>
  isQuestion || (method ?? (body === undefined ? 'GET' : 'POST')) === 'GET'

/** How long to wait before the next try after a problem; `null` for no further try. */
function pauseAfter({ kind, waitMs }: Problem, turn: number): number | null {
  if (kind !== 'offline' && kind !== 'busy') return null
  const pauses = waitMs === undefined ? pausesMs : retryAfterPausesMs
  const own = pauses[turn]
  return own === undefined ? null : Math.max(own, waitMs ?? 0)
}

/** The `Retry-After` of an answer: seconds, or an instant. */
function readRetryAfter({ headers }: Response): { waitMs?: number } {
  const text = headers.get('Retry-After')
  if (text === null) return {}
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(waitMs) ? {} : { waitMs: Math.max(0, waitMs) }
}

async function askOnce<Value>(path: string, request: ApiRequest): Promise<Answer<Value>> {
  const query = queryText(request.query)
  let response: Response | null = null
  try {
    response = await fetch(toAddress(query ? `${path}?${query}` : path), {
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      headers: toHeaders(request),
      ...(request.body === undefined ? {} : { body: toBody(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    })
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, value: body as Value }
    return {
      ok: false,
      problem: { ...(await readProblem(response.status, body)), ...readRetryAfter(response) },
    }
  } catch (error) {
    if (request.signal?.aborted) return new Promise(() => {})
    // Without an answer fetch throws a TypeError, and a proxy's page instead of JSON a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    const retryAfter = response ? readRetryAfter(response) : {}
    return { ok: false, problem: { kind: 'offline', message: '', fields: {}, ...retryAfter } }
  }
}

const toBody = (body: unknown): BodyInit => (body instanceof Blob ? body : JSON.stringify(body))

/** Asks the server for a file. */
export async function askFile(path: string): Promise<Answer<Blob>> {
  try {
    const response = await fetch(toAddress(path), { headers: toHeaders({}) })
    if (response.ok) return { ok: true, value: await response.blob() }
    return { ok: false, problem: await readProblem(response.status, await response.json()) }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return { ok: false, problem: { kind: 'offline', message: '', fields: {} } }
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
  if (error?.code === 'two-factor-setup-required') setUpRequired.write(true)
  else if (status === 401 && error?.code !== 'incorrect-username-password') await endIfLoggedOut()
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

/** 401 also means "not allowed": only a token that no longer holds logs out. */
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
  const stored = readStored('token')
  if (stored !== null && stored !== token) {
    // Another tab has a newer one.
    token = stored
    return
  }
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
