import { toHex } from '../../formats/ids.ts'
import { percentOf, splitReward } from './rewards.ts'
import type { Staker } from './stakers.ts'
import type { PrimaryState } from './state.ts'

/** A delegation with what it has earned or will earn, in the asset's smallest unit. */
export interface Delegation {
  readonly staker: Staker
  readonly gross: bigint
  /** Gross less the validator's fee. */
  readonly net: bigint
}

/** Writes what is known of a stake when it ends: its transaction and the time it counted. */
export function noteStakeEnd(
  state: PrimaryState,
  staker: Staker,
  end: {
    readonly height: number
    readonly rewardTxId: Uint8Array
    readonly gross: bigint
    readonly net: bigint
  },
): void {
  const { forms, writer, delegations } = state
  writer.insert('primary_transaction', {
    ...staker.row,
    estimated_reward: staker.reward,
    reward_tx_id: forms.id(end.rewardTxId),
  })
  noteStakeTime(state, staker, end.height)
  if (isPrimaryDelegation(staker)) delegations.push({ staker, gross: end.gross, net: end.net })
}

/** Writes the stakes that have not ended, and all delegations in the order of their starts. */
export function writeStakes(state: PrimaryState): void {
  const { delegations, facts, forms, stakers, writer } = state
  const all = [...delegations]
  for (const staker of stakers.all()) {
    const counts = staker.startHeight > 0
    const isPaid = staker.kind !== 'appointed'
    const reward = counts || !isPaid ? staker.reward : stakers.estimate(staker)
    if (isPaid) writer.insert('primary_transaction', { ...staker.row, estimated_reward: reward })
    if (counts) noteStakeTime(state, staker, undefined)
    if (isPrimaryDelegation(staker))
      all.push({ staker, gross: reward, net: splitReward(reward, staker.shares).delegator })
  }
  all.sort(
    (a, b) =>
      a.staker.start - b.staker.start ||
      (a.staker.row.seq as number) - (b.staker.row.seq as number),
  )
  let counted = (facts.network === 'fuji' ? 2 : 1) * 1e9
  for (const { staker, gross, net } of all) {
    counted += 1
    const seq = counted
    writer.insert('delegator', {
      seq,
      network: facts.network,
      tx_id: forms.id(staker.txId),
      node_id: forms.node(staker.node.nodeId),
      amount: staker.weight,
      delegation_fee: percentOf(staker.shares),
      start_timestamp: staker.start,
      end_timestamp: staker.end,
      gross_reward: gross,
      net_reward: net,
    })
    staker.rewardOwners.addresses.map(forms.address).forEach((address, position) => {
      writer.insert('delegator_reward_address', { delegator_seq: seq, position, address })
      writer.insert('reward_address_delegator', {
        network: facts.network,
        address,
        delegator_seq: seq,
      })
    })
  }
}

const isPrimaryDelegation = ({ kind, subnetId }: Staker) =>
  kind === 'delegator' && subnetId.every((byte) => byte === 0)

/** Writes the heights between which a stake counted; without the second one it still does. */
export function noteStakeTime(
  { facts, forms, writer }: Pick<PrimaryState, 'facts' | 'forms' | 'writer'>,
  staker: Staker,
  endHeight: number | undefined,
): void {
  writer.insert('staking_period', {
    network: facts.network,
    subnet_id: forms.id(staker.subnetId),
    node_id: forms.node(staker.node.nodeId),
    tx_id: forms.id(staker.txId),
    weight: staker.weight,
    bls_public_key: staker.hasBlsKey ? toHex(staker.node.bls.publicKey) : null,
    start_timestamp: staker.start,
    end_timestamp: staker.end,
    start_height: staker.startHeight,
    end_height: endHeight ?? null,
  })
}
