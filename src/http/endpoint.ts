// Operations: declared in tables by the features, mounted here. Routes, validation, access, and the
// API's documentation all come from these tables.

// Elysia's own `t` widens numbers to text and back; these schemas mean what they say.
import { type Static, type TProperties, type TSchema, Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { checkKeyScope, checkKeySubject } from '../access/api-key.ts'
import { type Caller, type CallerServices, findCaller, refreshCaller } from '../access/caller.ts'
import { type Access, checkAudience, checkSetUp, type EntityServices } from '../access/rule.ts'
import { requestContext } from '../db/request-context.ts'
import { damagedEntitiesSentence, isDamagedEntities } from '../db/sqlite/entities.ts'
import { AppError, badRequest, errorBody, notFound, unavailable } from '../errors.ts'
import type { SemaphoreCaller } from '../lib/semaphore.ts'
import type { Log } from '../log.ts'
import { readJson } from './body.ts'
import type { Sender } from './client/forwarding.ts'
import { type PeerFinder, readPeerAddress } from './client/peer.ts'
import { parseBody, parseQuery } from './input/validate.ts'
import { readPath } from './path.ts'

type Method = 'GET' | 'POST' | 'DELETE'
type Refusal = 400 | 401 | 404 | 429
/** The value of an object with these members. */
export type Values<Fields extends TProperties> = Static<ReturnType<typeof t.Object<Fields>>>

/** What every operation is answered with; operations name what they need besides. */
interface HttpServices extends CallerServices {
  /** Epoch milliseconds. */
  now: () => number
  shareRequests: {
    /** Counts a request of a share page's visitor; throws 429 when there were too many. */
    admit: (shareId: string, sender: Sender) => SemaphoreCaller
  }
}

/** Everything an operation's function gets. */
interface Call<Services, Subject, Query extends TProperties, Body extends TProperties> {
  app: Services
  caller: Caller
  /** What the access rule found, for instance the website of the path. */
  subject: Subject
  /**
   * Finds the subject again by the same rule, without waiting; throws when the caller may no longer.
   * For operations that wait before they write: the token may end or the role change until then.
   */
  reauthorize: () => Subject
  params: Record<string, string>
  query: Values<Query>
  body: Values<Body>
  request: Request
  /** The other end of the connection; `null` when it has gone. */
  peerAddress: string | null
  /** Epoch milliseconds, the same during one call. */
  now: number
}

interface Spec<Services, Subject, Query extends TProperties, Body extends TProperties> {
  summary: string
  access: Access<Subject, Services>
  query?: Query
  body?: Body
  /** Takes members besides the declared ones, for numbered filters. */
  allowsExtraFields?: boolean
  /** What a good answer looks like, for documentation; left out when it is no JSON of one shape. */
  answer?: TSchema
  /** Statuses of `run`'s own errors, for documentation; those of access and input follow from these. */
  refusals?: readonly Refusal[]
  /** Gives the answer: JSON, or a whole Response. */
  run: (call: Call<Services, Subject, Query, Body>) => unknown
}

/**
 * One row of the API. `Services` is what it needs of the process; an operation that needs little fits
 * into a table whose process offers more.
 */
export interface Operation<Services = never> {
  method: Method
  path: string
  summary: string
  access: Access<unknown, Services>
  query: TProperties
  body: TProperties | null
  allowsExtraFields: boolean
  answer: TSchema | null
  refusals: readonly Refusal[]
  run: (call: Call<Services, unknown, TProperties, TProperties>) => unknown
}

const declare =
  <Services>(method: Method) =>
  <
    Subject,
    Query extends TProperties = Record<never, never>,
    Body extends TProperties = Record<never, never>,
  >(
    path: string,
    spec: Spec<Services, Subject, Query, Body>,
  ): Operation<Services> => ({
    method,
    path,
    summary: spec.summary,
    access: spec.access,
    query: spec.query ?? {},
    body: spec.body ?? null,
    allowsExtraFields: spec.allowsExtraFields ?? false,
    answer: spec.answer ?? null,
    refusals: spec.refusals ?? [],
    // The table holds operations of many shapes; `mount` calls each with what its schemas checked.
    run: spec.run as Operation<Services>['run'],
  })

/**
 * Declares operations that need `Services`: GET (`read`), POST with a JSON body (`write`) and DELETE
 * (`remove`). What `run` returns is answered as JSON.
 *
 * @example const { read } = operationsWith<{ entities: Entities }>()
 * read('/api/websites/:websiteId', { summary: 'A website.', access: viewWebsite,
 *   run: ({ subject }) => subject })
 */
export const operationsWith = <Services>() => ({
  read: declare<Services>('GET'),
  write: declare<Services>('POST'),
  remove: declare<Services>('DELETE'),
})

/** For operations that need nothing but the tables of entities. */
export const { read, write, remove } = operationsWith<EntityServices>()

const maxBodyBytes = 1024 * 1024

interface Context {
  request: Request
  /** The router gives `null` for a part of the path that cannot be decoded. */
  params?: Record<string, string | null>
}

/** The operations as routes under `basePath`. */
export function mount<Services extends HttpServices>(
  app: Services,
  peers: PeerFinder,
  basePath: string,
  operations: readonly Operation<Services>[],
) {
  const api = new Elysia({ prefix: basePath })
  for (const operation of operations) {
    const answer = createHandler(app, peers, operation) as unknown as () => Promise<Response>
    api.route(operation.method, operation.path, answer, { parse: 'none' })
  }
  return api
}

/**
 * The steps of every operation, in the order that decides which error wins: who calls, is the input
 * right, may they. So a stranger learns nothing about the input, nor whether a thing exists.
 */
function createHandler<Services extends HttpServices>(
  app: Services,
  peers: PeerFinder,
  operation: Operation<Services>,
): (context: Context) => Promise<Response> {
  const open = { additionalProperties: operation.allowsExtraFields ? t.Unknown() : false }
  const querySchema = t.Object(operation.query, open)
  const bodySchema = operation.body && t.Object(operation.body, open)
  return async ({ request, params: parts = {} }) => {
    // Nothing has the empty id, so that the others are answered like unknown ones.
    const params = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, part ?? '']),
    )
    const sender = await findCaller(app, request.headers)
    checkAudience(operation.access.audience, sender)
    checkKeyScope(sender.key, operation)
    checkSetUp(operation, sender)
    const peerAddress = readPeerAddress(peers, request)
    const reader = identifyReader(app, sender, { headers: request.headers, peerAddress })
    const query = parseQuery(querySchema, readSearch(request.url))
    const body = bodySchema ? parseBody(bodySchema, await readJson(request, maxBodyBytes)) : {}
    const resolveAccess = () => {
      const caller = refreshCaller(app, sender)
      checkAudience(operation.access.audience, caller)
      const access = { app, caller, params, query, body }
      const subject = operation.access.find(access)
      checkKeySubject(caller.key, operation.access, subject)
      return { ...access, subject }
    }
    const reauthorize = () => resolveAccess().subject
    // The caller is checked again: the body may take minutes to arrive.
    const call = { ...resolveAccess(), reauthorize, request, peerAddress, now: app.now() }
    if (Object.values(parts).includes(null)) throw notFound()
    const context = { signal: request.signal, caller: reader }
    const result = await requestContext.run(context, async () => operation.run(call))
    return result instanceof Response ? result : Response.json(result)
  }
}

const guest: SemaphoreCaller = { key: 'guest', isLimited: false }

/**
 * Who asks, for a fair share of the database. Throws 429 when it is the visitor of a share page who
 * asks too often.
 */
function identifyReader(
  { shareRequests }: HttpServices,
  { user, share }: Caller,
  sender: Sender,
): SemaphoreCaller {
  if (user) return { key: `user ${user.id}`, isLimited: false }
  return share ? shareRequests.admit(share.shareId, sender) : guest
}

function readSearch(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

/** Any error as the answer to a caller; unexpected ones are logged whole and shown as one sentence. */
export function answerError(
  { log }: { log: Pick<Log, 'debug' | 'error'> },
  error: unknown,
  request: Request,
): Response {
  const known = knownError(error)
  if (!known && request.signal.aborted) {
    log.debug('request given up', { path: readPath(request.url) })
  } else if (!known) {
    log.error('request failed', { path: readPath(request.url), error })
  }
  const answered = known ?? new AppError('server-error')
  return Response.json(errorBody(answered), { status: answered.status, headers: answered.headers })
}

function knownError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isDamagedEntities(error)) return unavailable(damagedEntitiesSentence, 60, error)
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'NOT_FOUND') return notFound()
  if (code === 'PARSE' || code === 'INVALID_COOKIE_SIGNATURE') return badRequest()
  return null
}
