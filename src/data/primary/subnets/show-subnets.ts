import type { LiveBlockchain, LiveSubnet } from '../../../../schemas/data/live-primary.ts'
import { primaryNetworkOrigin } from '../../../../schemas/data/subnets.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { type BlockchainRow, blockchainColumns, toBlockchain } from './blockchains.ts'

type GenesisOf = (row: BlockchainRow, dialect: Dialect) => LiveBlockchain['genesisData']

/** Reads subnets by `seq`, in the order of the list, with their owners and chains. */
export function showSubnets(
  world: World,
  seqs: readonly number[],
  dialect: Dialect,
  genesisOf: GenesisOf,
): LiveSubnet[] {
  const bindings = { seqs: JSON.stringify(seqs) }
  const chains = groupBy(world.all(selectChains, bindings), ({ subnet_seq }) => subnet_seq)
  return world.all(selectSubnets, bindings).map((row) =>
    Object.assign(toSubnet(row, dialect), {
      blockchains: (chains.get(row.seq) ?? []).map((chain) =>
        toBlockchain(chain, dialect, genesisOf(chain, dialect)),
      ),
    }),
  )
}

/** `owners` is a JSON list. */
interface SubnetRow {
  seq: number
  subnet_id: string
  created_at: number
  create_index: string
  owner_locktime: number
  owner_threshold: number
  owners: string
  is_l1: 0 | 1
  conversion_tx_id: string | null
  manager_blockchain_id: string | null
  manager_address: string | null
}

const selectSubnets = statement<{ seqs: string }, SubnetRow>(`
  SELECT seq, subnet_id, created_at, create_index, owner_locktime, owner_threshold,
         (SELECT json_group_array(address ORDER BY position)
          FROM subnet_owner WHERE subnet_seq = seq) AS owners,
         is_l1, conversion_tx_id, manager_blockchain_id, manager_address
  FROM json_each(:seqs) AS asked CROSS JOIN subnet ON seq = asked.value
  ORDER BY asked.key`)

const selectChains = statement<{ seqs: string }, BlockchainRow & { subnet_seq: number }>(`
  SELECT subnet.seq AS subnet_seq, ${blockchainColumns}
  FROM json_each(:seqs) AS asked CROSS JOIN subnet ON subnet.seq = asked.value
  JOIN blockchain
    ON blockchain.network = subnet.network AND blockchain.subnet_id = subnet.subnet_id
  ORDER BY asked.key, blockchain.seq`)

function toSubnet(row: SubnetRow, dialect: Dialect): Omit<LiveSubnet, 'blockchains'> {
  const { createBlockIndex, owners } =
    row.subnet_id === primaryNetworkId
      ? primaryNetworkOrigin.in(dialect)
      : { createBlockIndex: row.create_index, owners: JSON.parse(row.owners) as string[] }
  const owner = {
    locktime: row.owner_locktime,
    threshold: row.owner_threshold,
    addresses: owners,
  }
  return {
    createBlockTimestamp: row.created_at,
    createBlockIndex,
    subnetId: row.subnet_id,
    ownerAddresses: owners,
    threshold: owner.threshold,
    locktime: owner.locktime,
    subnetOwnershipInfo: owner,
    isL1: row.is_l1 === 1,
    ...(row.conversion_tx_id !== null && { l1ConversionTransactionHash: row.conversion_tx_id }),
    ...(row.manager_blockchain_id !== null &&
      row.manager_address !== null && {
        l1ValidatorManagerDetails: {
          blockchainId: row.manager_blockchain_id,
          contractAddress: row.manager_address,
        },
      }),
  }
}
