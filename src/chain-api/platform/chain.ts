import { encodeCb58 } from '../../formats/ids.ts'
import { conversionIdOfTransaction } from '../../formats/l1-messages.ts'
import { platformTransactions } from '../../formats/p-chain-transactions.ts'
import { id } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import { stakingRules } from '../../simulator/primary/staking/staking-rules.ts'
import { statement } from '../../store/statement.ts'
import { secondsText } from '../../time/time-text.ts'
import type { World } from '../../world/world.ts'

/** `platform.getHeight` */
export const getHeight = defineMethod('platform.getHeight', {}, (world) => ({
  height: String(lastBlockOf(world).height),
}))

/** `platform.getProposedHeight`: the height at which the next block looks validators up. */
export const getProposedHeight = defineMethod('platform.getProposedHeight', {}, (world) => ({
  height: String(lastBlockOf(world).height),
}))

/** `platform.getTimestamp`: time of the last block. */
export const getTimestamp = defineMethod('platform.getTimestamp', {}, (world) => ({
  timestamp: secondsText(lastBlockOf(world).timestamp),
}))

/**
 * `platform.getCurrentSupply` of AVAX, or of the asset of an elastic subnet, in its smallest unit: what
 * there was at first, and the rewards that stakes were promised and did not lose.
 */
export const getCurrentSupply = defineMethod(
  'platform.getCurrentSupply',
  { subnetID: id },
  (world, { subnetID }) => {
    const { current_supply: ofAvax, height } = lastBlockOf(world)
    const supply =
      subnetID === primaryNetworkId ? BigInt(ofAvax ?? 0) : supplyOfSubnet(world, subnetID)
    return { supply: String(supply), height: String(height) }
  },
)

function supplyOfSubnet(world: World, subnetId: string): bigint {
  const transformation = findTransformation(world, subnetId)
  if (!transformation) throw rpcError('fetching current supply failed: not found')
  const promised = world.all(selectPromised, { network: world.nodeNetwork, subnetId })
  return promised.reduce((sum, { reward }) => sum + BigInt(reward), transformation.initialSupply)
}

/** `platform.getStakingAssetID`: AVAX, or the asset of an elastic subnet. */
export const getStakingAssetId = defineMethod(
  'platform.getStakingAssetID',
  { subnetID: id },
  (world, { subnetID }) => ({
    assetID:
      subnetID === primaryNetworkId
        ? networkConstants[world.nodeNetwork].avaxAssetId
        : encodeCb58(transformationOf(world, subnetID).assetId),
  }),
)

/** `platform.getMinStake`, in the smallest unit of the staked asset. */
export const getMinStake = defineMethod(
  'platform.getMinStake',
  { subnetID: id },
  (world, { subnetID }) => {
    const { minValidatorStake, minDelegatorStake } =
      subnetID === primaryNetworkId
        ? stakingRules[world.nodeNetwork]
        : transformationOf(world, subnetID)
    return {
      minValidatorStake: String(minValidatorStake),
      minDelegatorStake: String(minDelegatorStake),
    }
  },
)

/** Returns the transaction that made a subnet elastic. */
function findTransformation(world: World, subnetId: string) {
  const { nodeNetwork: network } = world
  const row = world.get(selectOfSubnet, { network, subnetId, type: 'TransformSubnetTx' })
  const tx = row && platformTransactions.decode(row.bytes).unsigned
  return tx?.type === 'TransformSubnetTx' ? tx : undefined
}

const transformationOf = (world: World, subnetId: string) =>
  findTransformation(world, subnetId) ??
  rpcFailure(`failed fetching subnet transformation for ${subnetId}: not found`)

function rpcFailure(text: string): never {
  throw rpcError(text)
}

/** Returns the id of the conversion of a subnet to an L1; empty for other subnets. */
function conversionIdIn(world: World, subnetId: string): string {
  const { nodeNetwork: network } = world
  const row = world.get(selectOfSubnet, { network, subnetId, type: 'ConvertSubnetToL1Tx' })
  const tx = row && platformTransactions.decode(row.bytes).unsigned
  return tx?.type === 'ConvertSubnetToL1Tx' ? encodeCb58(conversionIdOfTransaction(tx)) : emptyId
}

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
    conversionID: isConverted ? conversionIdIn(world, args.subnetID) : emptyId,
    managerChainID: row.manager_blockchain_id ?? emptyId,
    managerAddress: row.manager_address?.toLowerCase() ?? null,
  }
})

const emptyId = '11111111111111111111111111111111LpoYY'

/** Returns the last accepted block. */
export function lastBlockOf(world: World): BlockRow {
  const row = world.get(selectLast, { network: world.nodeNetwork })
  if (!row) throw new Error('internal error: the world has no P-chain')
  return row
}

const selectOfSubnet = statement<
  { network: string; subnetId: string; type: string },
  { bytes: Uint8Array }
>(`
  SELECT bytes FROM primary_transaction
  WHERE network = :network AND chain = 'P' AND tx_type = :type AND subnet_id = :subnetId LIMIT 1`)

// A stake that ended with too little uptime has lost its promise.
const selectPromised = statement<{ network: string; subnetId: string }, { reward: string }>(`
  SELECT reward FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId AND kind <> 'appointed'
    AND start_height IS NOT NULL AND (end_height IS NULL OR has_low_uptime = 0)`)

interface BlockRow {
  height: number
  timestamp: number
  current_supply: string | null
  /** Sum of what each L1 validator with a balance has paid since Etna, nAVAX. */
  accrued_fees: string | null
}

const selectLast = statement<{ network: string }, BlockRow>(`
  SELECT height, timestamp, current_supply,
    CAST(l1_validators_accrued_fees AS TEXT) AS accrued_fees
  FROM primary_block
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
