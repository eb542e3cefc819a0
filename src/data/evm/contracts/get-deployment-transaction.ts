import { getDeploymentTransaction } from '../../../../schemas/data/evm-details.ts'
import { LiveGetTransactionResponse } from '../../../../schemas/data/live-evm-details.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { transactionDetails } from '../transactions/transaction-details.ts'

/**
 * `GET …/contracts/{address}/transactions:getDeployment`. For a contract that another one created
 * it is the transaction with that call. 404 for a contract without a known deployment. G-103
 */
export const getDeploymentTransactionRoute = route(
  getDeploymentTransaction,
  (world, { params, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const { chain_id: chainId } = chain
    const seq = world.get(selectDeployment, { chainId, address: params.address })?.deployment_tx
    if (seq === undefined || seq === null)
      throw notFound(
        `Deployment of contract ${quoteInput(params.address)} is not known on chain ${chainId}`,
      )
    return transactionDetails(world, chain, { seq, currency: query.currency }, dialect)
  },
  { liveResponse: LiveGetTransactionResponse },
)

const selectDeployment = statement<
  { chainId: string; address: string },
  { deployment_tx: number | null }
>(`
  SELECT deployment_tx
  FROM contract
  WHERE chain_id = :chainId AND address = :address`)
