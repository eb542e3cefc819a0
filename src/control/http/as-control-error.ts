import { asHttpError } from '../../http/response/error-body.ts'
import { ControlError } from '../control-error.ts'

/**
 * Converts any thrown value to a refusal of the control plane. An unexpected error does not reveal
 * its cause.
 * @param bodyLimit bytes that the route accepts, for the refusal of a larger body
 */
export function asControlError(error: unknown, bodyLimit: number | undefined): ControlError {
  if (error instanceof ControlError) return error
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ControlError(
      'too_large',
      `the body must have at most ${bodyLimit} bytes, the limit of this operation`,
      { maxBytes: bodyLimit },
    )
  const { statusCode, message } = asHttpError(error)
  if (statusCode === 404) return new ControlError('not_found', message)
  if (statusCode === 503) return new ControlError('unavailable', message)
  return statusCode < 500
    ? new ControlError('bad_request', message)
    : new ControlError('internal', 'Internal server error')
}
