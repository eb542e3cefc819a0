import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'
import { blockContainers } from './containers.ts'
import { keyOf } from './primary-transactions.ts'

/** Row of the table `primary_block`. */
export interface BlockRow {
  seq: number
  network: Network
  chain: PrimaryChain
  height: number
  block_id: string
  parent_id: string
  timestamp: number
  block_type: string
  tx_count: number
  size_bytes: number
  l1_validators_accrued_fees: number | null
  active_l1_validators: number | null
  gas_capacity: number | null
  gas_excess: number | null
  current_supply: string | null
  proposer_id: string | null
  proposer_parent_id: string | null
  proposer_node_id: string | null
  proposer_p_chain_height: number | null
  proposer_timestamp: number | null
}

/** Returns all rows, in the order of their `seq`. */
export const blockRows = perWorld((world) => world.all(selectBlocks, {}))

/** Returns the rows of each chain, in the order of their `seq`; the key is network and chain. */
export const chains = perWorld((world) =>
  groupBy(blockRows(world), ({ network, chain }) => `${network} ${chain}`),
)

/** Returns block containers by network, chain and height. */
export const containerOfBlock = perWorld((world) =>
  indexBy(blockContainers(world), ({ network, chain, inner }) =>
    keyOf(network, chain, String(inner.height)),
  ),
)

/** Returns the ids of a block for violations. */
export const idsOfBlock = ({ block_id, network, chain, height }: BlockRow) => [
  block_id,
  `${network} ${chain} block ${height}`,
]

const selectBlocks = statement<Record<string, never>, BlockRow>(
  'SELECT * FROM primary_block ORDER BY seq',
)
