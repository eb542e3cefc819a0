import { aggregateSignatures, aggregateStatus } from '../../../schemas/data/signatures.ts'
import { badRequest, quoteInput } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { networkOf } from '../../networks/network.ts'

/**
 * `POST /v1/signatureAggregator/{network}/aggregateSignatures`: the message signed by enough
 * validators. 400 for bad hex, an unusable message, a sum of percentages above 100 or too little
 * weight. 404 for an unknown source chain or signing subnet.
 */
export const aggregateSignaturesRoute = route(
  aggregateSignatures,
  async (world, { params, body }) => {
    const { quorumPercentage: quorum, quorumPercentageBuffer: buffer } = body
    if (quorum + buffer > 100)
      throw badRequest(
        `quorumPercentage + quorumPercentageBuffer must be at most 100, not ${quorum + buffer}`,
      )
    const message = readHex('message', body.message)
    const justification = readHex('justification', body.justification)
    if (!message && !justification) throw badRequest('Must provide either message or justification')

    const { signingKeys, signRequested } = await import('./signing.ts')
    const pool = await signingKeys()
    return {
      signedMessage: signRequested(world, pool, {
        network: networkOf(params.network),
        message,
        justification: justification ?? new Uint8Array(),
        signingSubnetId: body.signingSubnetId,
        quorum,
        buffer,
        height: body.pChainHeight,
      }),
    }
  },
  { successStatus: aggregateStatus.in },
)

/** Returns the bytes of hex with or without 0x; undefined when absent, empty or all zero. */
function readHex(name: string, text: string | undefined): Uint8Array | undefined {
  const digits = text?.startsWith('0x') ? text.slice(2) : text
  if (digits === undefined || /^(?:00)*$/.test(digits)) return undefined
  if (digits.length % 2 === 1 || !/^[0-9a-fA-F]*$/.test(digits))
    throw badRequest(`${name} must be hex, not ${quoteInput(text)}`)
  return Uint8Array.from(Buffer.from(digits, 'hex'))
}
