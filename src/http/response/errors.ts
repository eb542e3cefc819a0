/**
 * The statuses of part 7 of the contract with their texts. Nothing else is ever answered by the
 * Data and Metrics APIs besides 200 (and 201 in the live dialect).
 */
export const statusTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const

export type ErrorStatus = keyof typeof statusTexts

/** An answer other than success; the interface that catches it gives it its own shape. */
export class HttpError extends Error {
  readonly statusCode: ErrorStatus
  /** Seconds until it is worth asking again. */
  readonly retryAfter: number | undefined

  constructor(statusCode: ErrorStatus, message: string, retryAfter?: number) {
    // It is an answer: nobody reads where it was made, and finding that out costs more than the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(clipped(message))
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'HttpError'
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }
}

/** 400: a sentence that names the parameter, its value and the bound. */
export const badRequest = (message: string) => new HttpError(400, message)

/** 404: a sentence that names the thing and its value. */
export const notFound = (message: string) => new HttpError(404, message)

/** 429: a sentence that names what was asked for too often. @param retryAfter seconds */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new HttpError(429, message, retryAfter)

const maxMessageBytes = 900
/** What a character takes at most in JSON: \u0000. */
const maxCharacterBytes = 6

/** A message of an error, cut where it repeats too much of a request. */
export function clipped(message: string): string {
  if (message.length * maxCharacterBytes <= maxMessageBytes || fits(message)) return message
  let start = message.slice(0, maxMessageBytes)
  while (!fits(start)) start = start.slice(0, Math.floor(start.length * 0.8))
  return `${start}…`
}

const fits = (text: string) => Buffer.byteLength(JSON.stringify(text)) <= maxMessageBytes

/** Shows a value from outside in a message: quoted, at most 64 characters, no control characters. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const short = text.length > 64 ? `${text.slice(0, 64)}…` : text
  return typeof value === 'string' ? JSON.stringify(short) : short
}
