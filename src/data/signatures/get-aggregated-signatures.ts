import { aggregateStatus, getAggregatedSignatures } from '../../../schemas/data/signatures.ts'
import { badRequest, notFound } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { type Network, networkOf } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'

/**
 * `GET /v1/signatureAggregator/{network}/aggregateSignatures/{txHash}`: the P-chain's message about
 * the transaction, signed by the L1's validators (G-75). 404 for an unknown transaction. 400 for a
 * type without a message of the P-chain.
 */
export const getAggregatedSignaturesRoute = route(
  getAggregatedSignatures,
  async (world, { params }) => {
    const network = networkOf(params.network)
    const transaction = world.get(selectTransaction, { network, txId: params.txHash })
    if (!transaction) throw notFound(`Transaction ${params.txHash} does not exist on ${network}`)

    const { signAboutTransaction, signingKeys } = await import('./signing.ts')
    const pool = await signingKeys()
    const signedMessage =
      transaction.chain === 'P'
        ? signAboutTransaction(world, pool, network, transaction.bytes)
        : undefined
    if (signedMessage === undefined)
      throw badRequest(
        `the transaction of txHash is a ${transaction.tx_type}, which has no message to sign`,
      )
    return { signedMessage }
  },
  { successStatus: aggregateStatus.in },
)

const selectTransaction = statement<
  { network: Network; txId: string },
  { chain: 'P' | 'X'; tx_type: string; bytes: Uint8Array }
>(`
  SELECT chain, tx_type, bytes FROM primary_transaction
  WHERE network = :network AND chain IN ('P', 'X') AND tx_id = :txId`)
