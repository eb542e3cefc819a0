import { id } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import { stakingRules } from '../../simulator/primary/staking/staking-rules.ts'
import { statement } from '../../store/statement.ts'
import { secondsText } from '../../time/time-text.ts'
import type { World } from '../../world/world.ts'

/** `platform.getHeight` */
export const getHeight = defineMethod('platform.getHeight', {}, (world) => ({
  height: String(lastBlock(world).height),
}))

/** `platform.getProposedHeight`: the height at which the next block looks validators up. */
export const getProposedHeight = defineMethod('platform.getProposedHeight', {}, (world) => ({
  height: String(lastBlock(world).height),
}))

/** `platform.getTimestamp`: time of the last block. */
export const getTimestamp = defineMethod('platform.getTimestamp', {}, (world) => ({
  timestamp: secondsText(lastBlock(world).timestamp),
}))

/** `platform.getCurrentSupply` of the primary network, nAVAX. */
export const getCurrentSupply = defineMethod(
  'platform.getCurrentSupply',
  { subnetID: id },
  (world, { subnetID }) => {
    if (subnetID !== primaryNetworkId)
      throw rpcError('fetching current supply failed: this server knows only the supply of AVAX')
    const { current_supply: supply, height } = lastBlock(world)
    return { supply: String(supply ?? 0), height: String(height) }
  },
)

/** `platform.getStakingAssetID` of the primary network: AVAX. */
export const getStakingAssetId = defineMethod(
  'platform.getStakingAssetID',
  { subnetID: id },
  (world, { subnetID }) => {
    if (subnetID !== primaryNetworkId)
      throw rpcError(`failed fetching subnet transformation for ${subnetID}: not found`)
    return { assetID: networkConstants[world.nodeNetwork].avaxAssetId }
  },
)

/** `platform.getMinStake` of the primary network, nAVAX. */
export const getMinStake = defineMethod(
  'platform.getMinStake',
  { subnetID: id },
  (world, { subnetID }) => {
    if (subnetID !== primaryNetworkId)
      throw rpcError(`failed fetching subnet transformation for ${subnetID}: not found`)
    const { minValidatorStake, minDelegatorStake } = stakingRules[world.nodeNetwork]
    return {
      minValidatorStake: String(minValidatorStake),
      minDelegatorStake: String(minDelegatorStake),
    }
  },
)

/** `platform.getSubnet`: owner and manager. */
export const getSubnet = defineMethod('platform.getSubnet', { subnetID: id }, (world, args) => {
  const row = world.get(selectSubnet, { network: world.nodeNetwork, subnetId: args.subnetID })
  if (!row || args.subnetID === primaryNetworkId)
    throw rpcError(
      args.subnetID === primaryNetworkId ? "the primary network isn't a subnet" : 'not found',
    )
  const keys = world.all(selectOwners, { seq: row.seq })
  const isConverted = row.is_l1 === 1
  return {
    isPermissioned: row.transformation === null && !isConverted,
    controlKeys: keys.map(({ address }) => `P-${address}`),
    threshold: String(row.owner_threshold),
    locktime: String(row.owner_locktime),
    subnetTransformationTxID: row.transformation ?? emptyId,
    conversionID: emptyId,
    managerChainID: row.manager_blockchain_id ?? emptyId,
    managerAddress: row.manager_address?.toLowerCase() ?? null,
  }
})

const emptyId = '11111111111111111111111111111111LpoYY'

function lastBlock(world: World): BlockRow {
  const row = world.get(selectLast, { network: world.nodeNetwork })
  if (!row) throw new Error('internal error: the world has no P-chain')
  return row
}

interface BlockRow {
  height: number
  timestamp: number
  current_supply: string | null
}

const selectLast = statement<{ network: string }, BlockRow>(`
  SELECT height, timestamp, current_supply FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)

const selectSubnet = statement<
  { network: string; subnetId: string },
  {
    seq: number
    owner_threshold: number
    owner_locktime: number
    is_l1: 0 | 1
    manager_blockchain_id: string | null
    manager_address: string | null
    transformation: string | null
  }
>(`
  SELECT seq, owner_threshold, owner_locktime, is_l1, manager_blockchain_id, manager_address,
    (SELECT tx_id FROM primary_transaction AS t
     WHERE t.network = :network AND t.chain = 'P' AND t.tx_type = 'TransformSubnetTx'
       AND t.subnet_id = :subnetId) AS transformation
  FROM subnet WHERE network = :network AND subnet_id = :subnetId`)

const selectOwners = statement<{ seq: number }, { address: string }>(
  'SELECT address FROM subnet_owner WHERE subnet_seq = :seq ORDER BY position',
)
