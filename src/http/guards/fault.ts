import type { IncomingHttpHeaders } from 'node:http'
import { badRequest, type ErrorStatus, HttpError, shown, statusTexts } from '../errors.ts'

const header = 'x-snowglobe-fault'

/**
 * Lets a test meet any documented error: the header `x-snowglobe-fault: 503` is answered with it.
 * @throws the asked status; 400 when the header holds no documented one
 */
export function throwAskedFault(headers: IncomingHttpHeaders): void {
  const asked = headers[header]
  if (asked === undefined) return
  if (typeof asked !== 'string' || !Object.hasOwn(statusTexts, asked))
    throw badRequest(
      `${header} must be one of ${Object.keys(statusTexts).join(', ')}, not ${shown(asked)}`,
    )
  const status = Number(asked) as ErrorStatus
  throw new HttpError(status, `${statusTexts[status]}, as ${header} asked`)
}
