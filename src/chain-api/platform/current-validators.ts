import { addressText } from '../../formats/addresses.ts'
import { parseId } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import {
  type Owners,
  type PlatformTransaction,
  platformTransactions,
} from '../../formats/p-chain-transactions.ts'
import { id, nodeIds } from '../../json-rpc/argument-readers.ts'
import { defineMethod } from '../../json-rpc/method.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { uptimeSql } from '../../store/uptime-sql.ts'
import { groupBy } from '../../util/grouping.ts'
import type { World } from '../../world/world.ts'
import { signerJson } from '../node-json/platform-transaction.ts'
import { hrpOf } from '../transactions.ts'
import { presentOf } from './fees.ts'
import { l1ValidatorsOf } from './l1-validators.ts'

/**
 * `platform.getCurrentValidators`: validators by the end of their period, those of an L1 by their
 * registration. Delegations are counted; they are listed when the request names one node.
 */
export const getCurrentValidators = defineMethod(
  'platform.getCurrentValidators',
  { subnetID: id, nodeIDs: nodeIds },
  (world, { subnetID, nodeIDs }) => {
    const wanted = new Set(nodeIDs)
    const isWanted = (nodeId: string) => wanted.size === 0 || wanted.has(nodeId)
    const bindings = { network: world.nodeNetwork, subnetId: subnetID, now: presentOf(world) }
    const rows = world
      .all(selectRunning, bindings)
      .filter(({ node_id }) => isWanted(node_id))
      .sort(byEnd)
    const delegations = groupBy(
      rows.filter(({ kind }) => kind === 'delegator'),
      ({ node_id }) => node_id,
    )
    const ofStakers = rows
      .filter(({ kind }) => kind !== 'delegator')
      .map((row) => {
        if (row.kind === 'appointed') return stakerOf(row)
        const own = delegations.get(row.node_id) ?? []
        return Object.assign(permissionlessOf(world, row), {
          ...(subnetID === primaryNetworkId && {
            uptime: percent(row.uptime),
            connected: row.is_offline === 0,
          }),
          ...signerOf(row),
          delegatorCount: String(own.length),
          delegatorWeight: String(own.reduce((sum, { weight }) => sum + BigInt(weight), 0n)),
          ...(wanted.size === 1 && { delegators: own.map((each) => delegatorOf(world, each)) }),
        })
      })
    const ofL1 = l1ValidatorsOf(world, subnetID).filter(({ nodeID }) => isWanted(nodeID))
    return { validators: [...ofStakers, ...ofL1] }
  },
)

/** Compares stakes as the node orders them: by the end of their period, then by id. */
const byEnd = (a: Row, b: Row): number =>
  a.end_timestamp - b.end_timestamp || compareBytes(parseId(a.tx_id), parseId(b.tx_id))

const stakerOf = (row: Row) => ({
  txID: row.tx_id,
  startTime: String(row.start_timestamp),
  endTime: String(row.end_timestamp),
  weight: row.weight,
  nodeID: row.node_id,
})

function permissionlessOf(world: World, row: Row) {
  const tx = transactionOf(row)
  return Object.assign(stakerOf(row), {
    // Until Banff one owner got both rewards.
    ...(tx.type === 'AddValidatorTx' && {
      validationRewardOwner: ownerOf(world, tx.rewardsOwner),
      delegationRewardOwner: ownerOf(world, tx.rewardsOwner),
    }),
    ...(tx.type === 'AddPermissionlessValidatorTx' && {
      validationRewardOwner: ownerOf(world, tx.validatorRewardsOwner),
      delegationRewardOwner: ownerOf(world, tx.delegatorRewardsOwner),
    }),
    potentialReward: row.reward,
    accruedDelegateeReward: row.owed,
    delegationFee: percent(row.shares / 10_000),
  })
}

function signerOf(row: Row) {
  const tx = transactionOf(row)
  if (tx.type !== 'AddPermissionlessValidatorTx' || tx.signer.type === 'EmptySigner') return {}
  return { signer: signerJson(tx.signer) }
}

function delegatorOf(world: World, row: Row) {
  const tx = transactionOf(row)
  return Object.assign(stakerOf(row), {
    ...('rewardsOwner' in tx && { rewardOwner: ownerOf(world, tx.rewardsOwner) }),
    potentialReward: row.reward,
  })
}

const ownerOf = (world: World, { locktime, threshold, addresses }: Owners) => ({
  locktime: String(locktime),
  threshold: String(threshold),
  addresses: addresses.map((address) => addressText(address, hrpOf(world), 'P')),
})

const transactionOf = ({ bytes }: Row): PlatformTransaction =>
  platformTransactions.decode(bytes).unsigned

/** Returns a percentage as the node writes it. */
const percent = (value: number): string => value.toFixed(4)

interface Row {
  kind: 'validator' | 'delegator' | 'appointed'
  tx_id: string
  node_id: string
  weight: string
  start_timestamp: number
  end_timestamp: number
  reward: string
  shares: number
  owed: string
  uptime: number
  is_offline: 0 | 1
  bytes: Uint8Array
}

const selectRunning = statement<{ network: string; subnetId: string; now: number }, Row>(`
  SELECT p.kind, p.tx_id, p.node_id, p.weight, p.start_timestamp, p.end_timestamp, p.reward,
    p.shares, p.owed, t.bytes, ${uptimeSql('p', ':now')} AS uptime,
    (CAST(:now - p.start_timestamp AS INTEGER) % p.outage_interval) BETWEEN p.outage_start
      AND p.outage_start + p.outage_length - 1 AS is_offline
  FROM staking_period AS p JOIN primary_transaction AS t ON t.seq = p.tx_seq
  WHERE p.network = :network AND p.subnet_id = :subnetId
    AND p.start_height IS NOT NULL AND p.end_height IS NULL`)
