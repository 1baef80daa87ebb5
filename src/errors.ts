// Errors that callers see. Domain code throws an AppError of some kind; only this file knows statuses.

const kinds = {
  'bad-request': { status: 400, message: 'Bad request' },
  unauthorized: { status: 401, message: 'Unauthorized' },
  forbidden: { status: 403, message: 'Forbidden' },
  'not-found': { status: 404, message: 'Not found' },
  'method-not-allowed': { status: 405, message: 'Method not allowed' },
  'payload-too-large': { status: 413, message: 'Payload too large' },
  'too-many-requests': { status: 429, message: 'Too many requests' },
  'server-error': { status: 500, message: 'Server error' },
  unavailable: { status: 503, message: 'Service unavailable' },
} as const

type ErrorKind = keyof typeof kinds

/**
 * A tree of validation problems, shaped like the input: `errors` of the value itself, then
 * `properties` of an object or `items` of a list.
 */
export interface Problems {
  errors: string[]
  properties?: Record<string, Problems>
  items?: Problems[]
}

type Details = Problems | { lockedUntil: string }

interface ErrorOptions {
  /** Replaces the kind as `error.code`. */
  code?: string
  /** Merged into the error envelope. */
  details?: Details
  /** Answer headers, such as Retry-After. */
  headers?: Record<string, string>
  cause?: unknown
}

/** An error whose message is a sentence for the caller. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: Details | undefined
  readonly headers: Record<string, string>

  constructor(kind: ErrorKind, message?: string, options: ErrorOptions = {}) {
    super(message ?? kinds[kind].message, { cause: options.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = options.code ?? kind
    this.details = options.details
    this.headers = options.headers ?? {}
  }

  /** The HTTP status of this error. */
  get status(): number {
    return kinds[this.kind].status
  }
}

export const badRequest = (message?: string, details?: Problems): AppError =>
  new AppError('bad-request', message, details ? { details } : {})

/** No valid token, and every permission failure: clients of this API expect 401 for both. */
export const unauthorized = (message?: string, code?: string): AppError =>
  new AppError('unauthorized', message, code ? { code } : {})

export const forbidden = (message?: string): AppError => new AppError('forbidden', message)

export const notFound = (message?: string, code?: string): AppError =>
  new AppError('not-found', message, code ? { code } : {})

export const tooLarge = (message?: string): AppError => new AppError('payload-too-large', message)

/** Slowed down; `retryAfterSeconds` goes into Retry-After. */
export const tooMany = (message: string, retryAfterSeconds: number): AppError =>
  new AppError('too-many-requests', message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })

/** The service cannot store or answer right now; the caller may come back. */
export const unavailable = (message?: string, retryAfterSeconds = 1, cause?: unknown): AppError =>
  new AppError('unavailable', message, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  })

export interface ErrorBody {
  error: { message: string; code: string; status: number; lockedUntil?: string } & Partial<Problems>
}

/** The envelope in which every error is answered. */
export function errorBody(error: AppError): ErrorBody {
  return {
    error: { message: error.message, code: error.code, status: error.status, ...error.details },
  }
}

/** A validation error about one named field of the input. */
export const invalidField = (field: string, problem: string, message?: string): AppError =>
  badRequest(message, { errors: [], properties: { [field]: { errors: [problem] } } })
