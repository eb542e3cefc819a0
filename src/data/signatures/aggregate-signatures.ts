import { aggregateSignatures, aggregateStatus } from '../../../schemas/data/signatures.ts'
import { badRequest, notFound, shown } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { networkOf } from '../network.ts'

/**
 * `POST /v1/signatureAggregator/{network}/aggregateSignatures`: the message signed by enough
 * validators. 400 for bad hex, an unusable message, a sum of percentages above 100 or too little
 * weight; 404 for an unknown source chain or signing subnet.
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

    // Loaded on first use: the curves behind it would slow down every start.
    const { aggregate, readMessage } = await import('./aggregation.ts')
    const { messageOfJustification } = await import('./platform-messages.ts')
    const network = networkOf(params.network)
    const unsigned = message
      ? readMessage(network, message)
      : messageOfJustification(world, network, justification ?? new Uint8Array())
    return {
      signedMessage: await aggregate(world, {
        network,
        unsigned,
        subnetId: await signingSubnet(body.signingSubnetId),
        quorum,
        buffer,
        height: body.pChainHeight,
      }),
    }

    async function signingSubnet(text: string | undefined): Promise<string | undefined> {
      if (text === undefined) return undefined
      const { canonicalSubnetId, subnetExists } = await import('./validator-set.ts')
      const { encodeCb58 } = await import('../../formats/ids.ts')
      let subnetId: string
      try {
        subnetId = encodeCb58(canonicalSubnetId(text))
      } catch {
        throw badRequest(`signingSubnetId must be 32 bytes in hex or cb58, not ${shown(text)}`)
      }
      if (!subnetExists(world, network, subnetId))
        throw notFound(`Subnet ${subnetId} does not exist on ${network}`)
      return subnetId
    }
  },
  { successStatus: aggregateStatus.in },
)

/** Bytes of hex with or without 0x; undefined when absent, empty or all zero. */
function readHex(name: string, text: string | undefined): Uint8Array | undefined {
  const digits = text?.startsWith('0x') ? text.slice(2) : text
  if (digits === undefined || /^(?:00)*$/.test(digits)) return undefined
  if (digits.length % 2 === 1 || !/^[0-9a-fA-F]*$/.test(digits))
    throw badRequest(`${name} must be hex, not ${shown(text)}`)
  return Uint8Array.from(Buffer.from(digits, 'hex'))
}
