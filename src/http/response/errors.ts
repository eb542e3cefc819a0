/**
 * Statuses of part 7 of the contract with their texts. Besides 200 (and 201 in the live dialect),
 * the Data and Metrics APIs send no other status.
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

/** Response other than success; the interface that catches it gives it its own shape. */
export class HttpError extends Error {
  readonly statusCode: ErrorStatus
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined

  constructor(statusCode: ErrorStatus, message: string, retryAfter?: number) {
    // This error is a response whose stack no code reads, and capturing it costs more than the
    // rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(clipped(message))
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'HttpError'
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }
}

/** Builds a 400 with a sentence that names the parameter, its value and the bound. */
export const badRequest = (message: string) => new HttpError(400, message)

/** Builds a 404 with a sentence that names the thing and its value. */
export const notFound = (message: string) => new HttpError(404, message)

/**
 * Builds a 429 with a sentence that names what was requested too often. @param retryAfter seconds
 */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new HttpError(429, message, retryAfter)

const maxMessageBytes = 900
/** Maximum length of a character in JSON: \u0000. */
const maxCharacterBytes = 6

/** Returns the message of an error, cut if it repeats too much of a request. */
export function clipped(message: string): string {
  if (message.length * maxCharacterBytes <= maxMessageBytes || fits(message)) return message
  let start = message.slice(0, maxMessageBytes)
  while (!fits(start)) start = start.slice(0, Math.floor(start.length * 0.8))
  return `${start}…`
}

const fits = (text: string) => Buffer.byteLength(JSON.stringify(text)) <= maxMessageBytes

/**
 * Formats a value from outside for a message: quoted, at most 64 characters, no control characters.
 */
export function quoteInput(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const short = text.length > 64 ? `${text.slice(0, 64)}…` : text
  return typeof value === 'string' ? JSON.stringify(short) : short
}
