import { DamagedBaseError } from '../../store/digests/base-digest.ts'
import { NoSpaceError } from '../../store/no-space.ts'
import { ClosedWorldError } from '../../world/closed-world-error.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import { type ErrorStatus, HttpError, statusTexts } from './errors.ts'

/**
 * Builds the ErrorBody of part 7 as text: `message` is text in the Data API, a list in Metrics.
 * G-20
 */
export const errorBody = (of: InterfaceName, status: ErrorStatus, message: string): string =>
  bodyWithTitle(of, status, message, statusTexts[status])

/** Builds the same form for a status that part 7 does not name. */
export const bodyWithTitle = (
  of: InterfaceName,
  status: number,
  message: string,
  title: string,
): string =>
  JSON.stringify({
    message: of === 'metrics' ? [message] : message,
    error: title,
    statusCode: status,
  })

/** Converts any thrown value to one of the eight statuses; a 5xx does not reveal its cause. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  // The path of the folder is for the operator only: the log and the control plane show it.
  if (error instanceof DamagedBaseError)
    return new HttpError(
      503,
      'The database of the world was damaged and is being rebuilt; try again',
    )
  if (error instanceof NoSpaceError)
    return new HttpError(
      503,
      'The disk of the server has no space left; free space there and repeat the request',
    )
  if (error instanceof ClosedWorldError)
    return new HttpError(503, 'The world was removed, or the server is stopping')
  const status = statusCodeOf(error)
  // G-19: a refusal of Fastify before the handler, such as of the media type, is bad input.
  if (status !== undefined && status >= 400 && status < 500)
    return new HttpError(status === 404 ? 404 : 400, (error as Error).message)
  return new HttpError(500, 'Internal server error')
}

const statusCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
