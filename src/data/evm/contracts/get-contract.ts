import { accountsAreContracts, getContract } from '../../../../schemas/data/contracts.ts'
import { LiveContract } from '../../../../schemas/data/live-evm.ts'
import { evmAddressText } from '../../../formats/addresses.ts'
import { fromHex } from '../../../formats/ids.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import {
  type ContractDeploymentRow,
  contractDeploymentColumns,
  toContractDeployment,
} from './contract-deployment.ts'

/**
 * `GET /v1/chains/{chainId}/addresses/{address}`: a known contract. For any other address it is
 * 404, or an account of unknown kind. G-36
 */
export const getContractRoute = route(
  getContract,
  (world, { params }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const row = world.get(selectContract, { chainId, address: params.address })
    if (row) return toContractDeployment(world, row, dialect)
    if (accountsAreContracts.in(dialect)) return toAccount(params.address)
    throw notFound(`Contract ${quoteInput(params.address)} does not exist on chain ${chainId}`)
  },
  { liveResponse: LiveContract },
)

/** Builds the deployed service's response for an account that is no contract. */
const toAccount = (address: string): LiveContract => ({
  address: evmAddressText(fromHex(address)),
  ercType: 'UNKNOWN',
})

const selectContract = statement<{ chainId: string; address: string }, ContractDeploymentRow>(`
  SELECT ${contractDeploymentColumns}
  WHERE c.chain_id = :chainId AND c.address = :address`)
