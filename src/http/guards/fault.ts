import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayResponse } from '../faults/gateway-response.ts'
import { faultHeader } from '../headers.ts'
import { badRequest, type ErrorStatus, quote, statusTexts } from '../response/errors.ts'

/**
 * Lets a test meet any documented error: the header `x-snowglobe-fault: 503` yields that status.
 * @returns undefined when the request asks for none
 * @throws 400 when the header holds no documented status
 */
export function askedFault(headers: IncomingHttpHeaders): GatewayResponse | undefined {
  const asked = headers[faultHeader]
  if (asked === undefined) return undefined
  if (typeof asked !== 'string' || !Object.hasOwn(statusTexts, asked))
    throw badRequest(
      `${faultHeader} must be one of ${Object.keys(statusTexts).join(', ')}, not ${quote(asked)}`,
    )
  const status = Number(asked) as ErrorStatus
  return { status, message: `${statusTexts[status]}, as ${faultHeader} asked` }
}
