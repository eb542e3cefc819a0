import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayAnswer } from '../faults/gateway-answer.ts'
import { faultHeader } from '../headers.ts'
import { badRequest, type ErrorStatus, shown, statusTexts } from '../response/errors.ts'

/**
 * Lets a test meet any documented error: the header `x-snowglobe-fault: 503` is answered with it.
 * @returns undefined when the request asks for none
 * @throws 400 when the header holds no documented status
 */
export function askedFault(headers: IncomingHttpHeaders): GatewayAnswer | undefined {
  const asked = headers[faultHeader]
  if (asked === undefined) return undefined
  if (typeof asked !== 'string' || !Object.hasOwn(statusTexts, asked))
    throw badRequest(
      `${faultHeader} must be one of ${Object.keys(statusTexts).join(', ')}, not ${shown(asked)}`,
    )
  const status = Number(asked) as ErrorStatus
  return { status, message: `${statusTexts[status]}, as ${faultHeader} asked` }
}
