import { listDeployments } from '../../../../schemas/data/contracts.ts'
import { LiveDeployments } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import {
  type ContractDeploymentRow,
  contractDeploymentColumns,
  toContractDeployment,
} from './contract-deployment.ts'

/** `GET …/contracts/{address}/deployments`: what an address deployed, newest first. */
export const listDeploymentsRoute = route(
  listDeployments,
  (world, { params, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const { address: deployer } = params
    const filters = [chainId, deployer.toLowerCase()]
    const page = openPage(world, { operation: listDeployments, filters }, query)

    const found = world.all(selectDeploymentsBefore, {
      chainId,
      deployer,
      before: page.key,
      limit: page.limit,
    })
    const { rows, next } = page.cut(found, (row) => row.seq)
    return { ...next, contracts: rows.map((row) => toContractDeployment(world, row, dialect)) }
  },
  { liveResponse: LiveDeployments },
)

const selectDeploymentsBefore = statement<
  { chainId: string; deployer: string; before: number; limit: number },
  ContractDeploymentRow
>(`
  SELECT ${contractDeploymentColumns}
  WHERE c.chain_id = :chainId AND c.deployer = :deployer AND c.seq < :before
  ORDER BY c.seq DESC
  LIMIT :limit + 0`)
