// Answers of the server as components use them.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, ask, callerKey, type Problem, type Query, queryText } from './api.ts'
import { signal, useSignal } from './signal.ts'

/** What a component knows of an answer it requested. */
export interface Loaded<Value> {
  /** The newest answer; while another range loads, still that of the last one. */
  value: Value | undefined
  problem: Problem | undefined
  /** Whether a request is on its way. */
  isLoading: boolean
  /** Whether the value is that of the question before. */
  isOld: boolean
  /** Asks again. */
  reload(): void
}

/** Answers by address, so that going back shows at once what was there while it loads again. */
const known = new Map<string, unknown>()
const knownLimit = 200

function cacheAnswer(key: string, value: unknown): void {
  known.delete(key)
  known.set(key, value)
  const [oldest] = known.keys()
  if (known.size > knownLimit && oldest !== undefined) known.delete(oldest)
}

/** Clears the cache of answers, for instance after something was changed or another user came. */
export const clearAnswers = (): void => known.clear()

/** Rises whenever everything is to be loaded again. */
const round = signal(0)

/** Clears the cache of answers and loads those on the page again: after something was changed. */
export function refreshAnswers(): void {
  clearAnswers()
  round.write(round.read() + 1)
}

/** Loads what a page is going to need: its `useAnswer` of the same path begins with it. */
export async function prefetch(path: string): Promise<void> {
  const answer = await ask(path)
  if (answer.ok) cacheAnswer(questionKey(path, {}), answer.value)
}

const questionKey = (path: string, { query, body }: Options): string =>
  `${callerKey()} ${path}?${queryText(query)} ${body === undefined ? '' : JSON.stringify(body)}`

interface Options {
  query?: Query
  /** Sent as JSON by POST: reports are requested this way. */
  body?: unknown
  /** Milliseconds between requests while the page is visible. */
  everyMs?: number
}

interface State<Value> {
  key: string | null
  value: Value | undefined
  problem: Problem | undefined
  isLoading: boolean
}

/** The answer to a path; requested again when path, query or body change. `null` requests nothing. */
export function useAnswer<Value>(path: string | null, options: Options = {}): Loaded<Value> {
  const { everyMs } = options
  const key = path === null ? null : questionKey(path, options)
  const [state, setState] = useState<State<Value>>({
    key: null,
    value: undefined,
    problem: undefined,
    isLoading: key !== null,
  })
  const [turn, setTurn] = useState(0)
  const loadedRound = useSignal(round)
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    if (path === null || key === null) return
    const giveUp = new AbortController()
    const { query, body } = latest.current
    setState((last) => ({ ...last, isLoading: true }))
    ask<Value>(path, {
      ...(query ? { query } : {}),
      ...(body === undefined ? {} : { body, isQuestion: true }),
      signal: giveUp.signal,
    }).then((answer) => {
      if (giveUp.signal.aborted) return
      if (answer.ok) cacheAnswer(key, answer.value)
      setState((last) => next(last, key, answer))
    })
    return () => giveUp.abort()
  }, [key, turn, loadedRound])

  const reload = useCallback(() => setTurn((count) => count + 1), [])
  useEffect(() => {
    if (!everyMs || key === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload()
    }, everyMs)
    return () => clearInterval(timer)
  }, [key, everyMs, reload])

  if (key === null) {
    return { value: undefined, problem: undefined, isLoading: false, isOld: false, reload }
  }
  if (state.key === key) return { ...state, isOld: false, reload }
  const cached = known.get(key) as Value | undefined
  const isOld = cached === undefined && state.value !== undefined
  return { value: cached ?? state.value, problem: undefined, isLoading: true, isOld, reload }
}

/** A failure to refresh does not take away what is shown; a failure of another question does. */
function next<Value>(last: State<Value>, key: string, answer: Answer<Value>): State<Value> {
  if (answer.ok) return { key, value: answer.value, problem: undefined, isLoading: false }
  const isRefresh = last.key === key && last.value !== undefined && answer.problem.kind !== 'denied'
  return isRefresh
    ? { ...last, isLoading: false }
    : { key, value: undefined, problem: answer.problem, isLoading: false }
}
