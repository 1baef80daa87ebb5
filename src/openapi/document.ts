// The OpenAPI 3.1 document, made from the tables of operations.

import type { TProperties } from '@sinclair/typebox'
import type { Access } from '../access/rule.ts'
import type { Operation } from '../http/endpoint.ts'
import { isObject } from '../lib/is-object.ts'
import { uuidPattern } from '../lib/uuid.ts'
import { version } from '../version.ts'

type Json = Record<string, unknown>

/** A route outside the tables, described by hand. */
export interface RawRoute {
  method: 'GET' | 'POST'
  path: string
  summary: string
  /** Schema of a JSON body. */
  body?: Json
  /** Description of the answer, and its content by media type. */
  answer: { status: number; description: string; content?: Record<string, Json> }
  headers?: { name: string; description: string; isRequired: boolean }[]
}

/** Everything a program needs to know to call this instance. */
export function describeApi(
  operations: readonly Operation[],
  rawRoutes: readonly RawRoute[],
  basePath: string,
): Json {
  const paths: Record<string, Json> = {}
  const add = (method: string, path: string, described: Json) => {
    const key = path.replace(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: described }
  }
  for (const operation of operations) {
    add(operation.method, operation.path, describeOperation(operation))
  }
  for (const route of rawRoutes) add(route.method, route.path, describeRoute(route))
  return {
    openapi: '3.1.0',
    info: {
      title: 'footfall',
      version,
      description:
        'Web analytics. Log in with POST /api/auth/login and send the token as a bearer token; ' +
        'programs send an API key likewise, which has its own limits. ' +
        'Missing rights are answered with 401. Instants in queries are epoch milliseconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/' }],
    paths,
    components: { schemas: { Error: errorSchema }, responses, securitySchemes },
  }
}

function describeOperation(operation: Operation): Json {
  const { method, path, summary, access, query, body, answer, allowsExtraFields } = operation
  return {
    operationId: operationId(method, path),
    tags: [pickTag(path)],
    summary,
    ...(allowsExtraFields
      ? {
          description:
            'Filters may also be numbered, such as path1, for several of a name. ' +
            'epf1=<type>.<operator>.<name>.<value> is one on a property of events, spf1 on one of ' +
            'sessions: the type is a number of 1 string, 2 number, 3 date, 4 boolean, 5 array, the ' +
            'name is URL-encoded, dots too (%2E).',
        }
      : {}),
    parameters: [...pathParameters(path), ...queryParameters(query)],
    ...(body ? { requestBody: requestBody(objectSchema(body)) } : {}),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: answer ? plainSchema(answer) : {} } },
      },
      ...describeRefusals(listRefusals(operation)),
    },
    security: listSecurity(access),
    'x-permission': access.permission,
    ...(access.section ? { 'x-share-section': access.section } : {}),
  }
}

/** What follows from who may call, what is sent and what is found, and what the operation adds. */
function listRefusals(operation: Operation): Set<Refusal> {
  const { path, access, query, body, refusals } = operation
  const takesInput = body !== null || Object.keys(query).length > 0
  return new Set([
    ...(takesInput ? ([400] as const) : []),
    ...(access.audience === 'anyone' ? [] : ([401] as const)),
    ...(path.includes(':') || access.isNamedByInput ? ([404] as const) : []),
    ...(isRateLimited(operation) ? ([429] as const) : []),
    ...refusals,
  ])
}

const describeRefusals = (refusals: Set<Refusal>): Json => ({
  ...Object.fromEntries(
    [...refusals].map((status) => [
      status,
      { $ref: `#/components/responses/${responseNames[status]}` },
    ]),
  ),
  default: { $ref: '#/components/responses/Failure' },
})

/** Log-ins are limited, and what the holders of share tokens ask. */
const isRateLimited = ({ access, body }: Operation): boolean =>
  access.audience === 'viewer' ||
  (access.audience === 'anyone' && body !== null && 'password' in body)

function describeRoute({ method, path, summary, body, answer, headers = [] }: RawRoute): Json {
  return {
    operationId: operationId(method, path),
    tags: [pickTag(path)],
    summary,
    parameters: [
      ...pathParameters(path),
      ...headers.map(({ name, description, isRequired }) => ({
        name,
        in: 'header',
        required: isRequired,
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(body ? { requestBody: requestBody(body) } : {}),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(answer.content ? { content: answer.content } : {}),
      },
      ...describeRefusals(
        new Set([
          ...(body ? ([400] as const) : []),
          ...(path.includes(':') ? ([404] as const) : []),
        ]),
      ),
    },
    security: [],
    'x-permission': 'public',
  }
}

/** `GET /api/teams/:teamId/users` is `getTeamsByTeamIdUsers`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api/, '')
    .split(/[/._-]/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)))
  return method.toLowerCase() + words.join('')
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The first word of the path after /api. */
const pickTag = (path: string): string => path.replace(/^\/api/, '').split('/')[1] ?? ''

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = (query: TProperties): Json[] => {
  const { properties, required } = objectSchema(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.description ? { description: schema.description } : {}),
    schema,
  }))
}

const requestBody = (schema: Json): Json => ({
  required: true,
  content: { 'application/json': { schema } },
})

const optionalKind = Symbol.for('TypeBox.Optional')

function objectSchema(fields: TProperties) {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name, plainSchema(schema)]),
    ) as Record<string, Json>,
    required: entries.filter(([, schema]) => isRequired(schema)).map(([name]) => name),
  }
}

const isRequired = (schema: object): boolean => !(optionalKind in schema) && !('default' in schema)

/** A schema as JSON Schema 2020-12: without our error sentences, lists of fixed length renamed. */
function plainSchema(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'error' && typeof value === 'string') return undefined
    if (!isObject(value)) return value
    if (value.pattern === uuidPattern) {
      const { pattern: _, ...rest } = value
      return { ...rest, format: 'uuid' }
    }
    if (!Array.isArray(value.items)) return value
    const { items, additionalItems: _, ...rest } = value
    return { ...rest, prefixItems: items, items: false }
  }) as Json
}

function listSecurity({
  audience,
  takesPartialToken,
}: Pick<Access<unknown>, 'audience' | 'takesPartialToken'>): Json[] {
  if (takesPartialToken) return [{ partialLogin: [] }]
  if (audience === 'anyone') return []
  const user = { login: [] }
  return audience === 'user' ? [user] : [user, { share: [], shareContext: [] }]
}

const securitySchemes = {
  login: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a log-in, or an API key of POST /api/me/api-keys.',
  },
  partialLogin: {
    type: 'http',
    scheme: 'bearer',
    description: 'partialToken of POST /api/auth/login, where a user has a second factor.',
  },
  share: {
    type: 'apiKey',
    in: 'header',
    name: 'x-umami-share-token',
    description: 'Token of a share page, from GET /api/share/{slug}.',
  },
  shareContext: {
    type: 'apiKey',
    in: 'header',
    name: 'x-umami-share-context',
    description: 'Any value, such as 1.',
  },
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'code', 'status'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string' },
        status: { type: 'integer' },
        errors: { type: 'array', items: { type: 'string' }, description: 'Of the whole input.' },
        properties: { type: 'object', description: 'The same per field, nested like the input.' },
      },
    },
  },
}

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const responseNames = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'NotFound',
  429: 'TooManyRequests',
} as const satisfies Record<number, keyof typeof responses>
type Refusal = keyof typeof responseNames

const responses = {
  BadRequest: failure('The input is wrong; `properties` names the field.'),
  Unauthorized: failure('No valid token, or not allowed.'),
  NotFound: failure('There is no such thing.'),
  TooManyRequests: failure('Too many attempts or requests; Retry-After has the seconds to wait.'),
  Failure: failure('Any other error.'),
}
