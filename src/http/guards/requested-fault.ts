import type { IncomingHttpHeaders } from 'node:http'
import type { FaultResponse } from '../../../schemas/control/fault-response.ts'
import { faultHeader } from '../headers.ts'
import { badRequest, type ErrorStatus, quoteInput, statusTexts } from '../response/errors.ts'

/**
 * Lets a test meet any documented error: the header `x-snowglobe-fault: 503` yields that status.
 * @returns undefined when the request asks for none
 * @throws 400 when the header holds no documented status
 */
export function requestedFault(headers: IncomingHttpHeaders): FaultResponse | undefined {
  const requested = headers[faultHeader]
  if (requested === undefined) return undefined
  if (typeof requested !== 'string' || !Object.hasOwn(statusTexts, requested))
    throw badRequest(
      `${faultHeader} must be one of ${Object.keys(statusTexts).join(', ')}, not ${quoteInput(requested)}`,
    )
  const status = Number(requested) as ErrorStatus
  return { status, message: `${statusTexts[status]}, as the header ${faultHeader} requests` }
}
