// One scenario: what an operation answers to each kind of caller.

import { type Caller, callers, ofTeam, own } from './fixtures.ts'
import type { Kind, Side } from './side.ts'

export interface Scenario {
  /** Method and path as declared. */
  operation: string
  side: Side
  /** Whose share page the holder of a share token visits; a website's when left out. */
  kind?: Kind
  /** What distinguishes this scenario from others of the operation. */
  when?: string
  path: string
  method: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  /** Who asks. */
  askedBy: readonly Caller[]
  /** Who is served; everyone else is refused. */
  allowed: readonly Caller[]
  /** Status and whole body for who is served. */
  status: number
  answer: (caller: Caller) => unknown
  /** What refused users are input, when it is more than usual. */
  refusal?: string
}

interface ScenarioInput {
  side?: Side
  kind?: Kind
  when?: string
  /** Values of the path's names. */
  at?: Record<string, string>
  query?: string
  body?: unknown
  /** Who asks; all kinds of caller when left out. */
  askedBy?: readonly Caller[]
  allowed: readonly Caller[]
  status?: number
  answer: ((caller: Caller) => unknown) | object | null
  refusal?: string
}

/** A scenario of `POST /api/websites/:websiteId` and the like. */
export function scenario(operation: string, input: ScenarioInput): Scenario {
  const [method, declared] = operation.split(' ') as [Scenario['method'], string]
  const path = declared.replace(/:(\w+)/g, (_, name: string) => input.at?.[name] ?? '')
  const { answer, query, side = own, status = 200 } = input
  return {
    operation,
    method,
    side,
    status,
    path: path + (query ? `?${query}` : ''),
    askedBy: input.askedBy ?? callers,
    allowed: input.allowed,
    answer: typeof answer === 'function' ? (answer as Scenario['answer']) : () => answer,
    ...(input.kind ? { kind: input.kind } : {}),
    ...(input.when ? { when: input.when } : {}),
    ...(input.refusal ? { refusal: input.refusal } : {}),
    // An operation without members takes no body; one is sent all the same.
    ...(method === 'POST' ? { body: input.body ?? {} } : {}),
  }
}

/** The scenario for a thing of a user, and for one of a team. */
export const both = (toScenarios: (side: Side) => Scenario | Scenario[]): Scenario[] =>
  [own, ofTeam].flatMap(toScenarios)

export const everyone: readonly Caller[] = callers

const isShare = (caller: Caller): boolean => caller === 'share' || caller === 'closedShare'

/** The user who is logged in. */
export const users = callers.filter((caller) => caller !== 'guest' && !isShare(caller))
export const admins: readonly Caller[] = ['admin']
/** May create: global view-only users may not. */
export const creators = users.filter((caller) => caller !== 'viewOnly')

export const members: readonly Caller[] = [
  'viewOnly',
  'teamOwner',
  'teamManager',
  'teamMember',
  'teamViewOnly',
]

export const toViewers = (side: Side): readonly Caller[] =>
  side === own ? ['owner', 'admin'] : [...members, 'admin']

export const toWriters = (side: Side): readonly Caller[] =>
  side === own ? ['owner', 'admin'] : ['teamOwner', 'teamManager', 'teamMember', 'admin']
