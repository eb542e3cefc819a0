import { getContract } from '../../../../schemas/data/contracts.ts'
import { notFound, shown } from '../../../http/errors.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import {
  type ContractDeploymentRow,
  contractDeploymentColumns,
  toContractDeployment,
} from './contract-deployment.ts'

/** `GET /v1/chains/{chainId}/addresses/{address}`: a known contract; 404 for any other. G-36 */
export const getContractRoute = route(getContract, (world, { params }) => {
  const { chain_id: chainId } = findChain(world, params.chainId)
  const row = world.get(selectContract, { chainId, address: params.address })
  if (!row) throw notFound(`Contract ${shown(params.address)} does not exist on chain ${chainId}`)
  return toContractDeployment(world, row)
})

const selectContract = statement<{ chainId: string; address: string }, ContractDeploymentRow>(`
  SELECT ${contractDeploymentColumns}
  WHERE c.chain_id = :chainId AND c.address = :address`)
