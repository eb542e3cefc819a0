import { toCheckedHex } from '../../formats/ids.ts'
import { utxoBytes, utxoId } from '../../formats/utxos.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { differences, listDifference, setDifference } from '../compare.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { outputFacts } from './output-facts.ts'
import { bech32 } from './participants.ts'
import { blockRows, chains, idsOfBlock } from './primary-blocks.ts'
import { idsOf } from './primary-transactions.ts'
import { type Stake, sharesOf } from './stakes.ts'
import { type Payment, staking } from './staking-replay.ts'
import { idsOfUtxo, utxoById, utxoKey, utxos } from './utxos.ts'

const stakesOf = (world: CheckedWorld) => staking(world).flatMap(({ stakes }) => stakes)

const idsOfStake = ({ transaction, nodeId }: Stake) => [...idsOf(transaction), nodeId]

/**
 * The promised reward of a stake follows from the supply at its start. A stake whose time is over
 * has been ended by a RewardValidatorTx.
 */
export const stakeRewards: Rule = {
  name: 'stake-rewards',
  check(world, findings) {
    const lastBlocks = new Map([...chains(world)].map(([key, rows]) => [key, rows.at(-1)]))
    findings.each(stakesOf(world), idsOfStake, function* (stake) {
      const { transaction, kind, reward, ending, end, network, weight } = stake
      const isPaid = kind !== 'appointed'
      yield* differences(transaction, {
        estimated_reward: isPaid ? reward : null,
        reward_tx_id: ending ? ending.transaction.tx_id : null,
      })
      const { unsigned: tx } = transaction.content
      const staked = 'stake' in tx ? tx.stake : []
      const amount = staked.reduce((sum, { output }) => sum + outputFacts(output).amount, 0n)
      if (isPaid && amount !== weight) yield `stakes ${amount}, but has a weight of ${weight}`
      const last = lastBlocks.get(`${network} P`)
      if (isPaid && !ending && last && end <= last.timestamp)
        yield `is still staked after its end at ${end}`
      if (ending && ending.transaction.timestamp < end)
        yield `ended at ${ending.transaction.timestamp}, before its end time ${end}`
    })
  },
}

/** Reward outputs follow from stakes, fees and the decisions of commit and abort blocks. */
export const rewardUtxos: Rule = {
  name: 'reward-utxos',
  check(world, findings) {
    const payments = staking(world).flatMap((network) => network.payments)
    const idOf = ({ stake, outputIndex }: Payment) =>
      idText(utxoId(stake.transaction.content.id, outputIndex))
    findings.each(
      payments,
      (payment) => [payment.transaction.tx_id, ...idsOfStake(payment.stake)],
      function* (payment) {
        const { stake, type, amount, owner, transaction, outputIndex } = payment
        const row = utxoById(world).get(utxoKey(stake.network, idOf(payment)))
        if (!row) return yield `${type} of ${amount} is not paid`
        const [asset] =
          'stake' in stake.transaction.content.unsigned
            ? stake.transaction.content.unsigned.stake
            : []
        if (!asset) return yield 'stakes nothing'
        const output = { ...owner, type: 'TransferOutput' as const, amount }
        const { id: txId } = stake.transaction.content
        yield* differences(row, {
          reward_type: type,
          emitted_by: transaction.seq,
          staked: 0,
          created_on_chain: 'P',
          consumed_on_chain: 'P',
          amount,
          bytes: toCheckedHex(utxoBytes({ txId, outputIndex, assetId: asset.assetId, output })),
        })
      },
    )
    const expected = new Set(
      payments.map((payment) => utxoKey(payment.stake.network, idOf(payment))),
    )
    const unexpected = utxos(world).filter(
      ({ reward_type, network, utxo_id }) =>
        reward_type !== null && !expected.has(utxoKey(network, utxo_id)),
    )
    findings.unexpected(unexpected, idsOfUtxo, 'is a reward of no stake')
  },
}

/** The supply in blocks grows by the promised rewards of stakes and shrinks when they lose them. */
export const currentSupply: Rule = {
  name: 'current-supply',
  check(world, findings) {
    const supplies = new Map(staking(world).map((replay) => [replay.network, replay.supplies]))
    findings.each(blockRows(world), idsOfBlock, (row) =>
      differences(row, {
        current_supply:
          row.chain === 'P' ? (supplies.get(row.network)?.get(row.height) ?? 0n) : null,
      }),
    )
  },
}

/**
 * Past validator sets are correct: the stakes, their weights and keys, and the heights at which
 * they count.
 */
export const stakingPeriods: Rule = {
  name: 'staking-periods',
  check(world, findings) {
    const rows = world.all(selectPeriods, {})
    const byTransaction = indexBy(rows, ({ network, tx_id }) => `${network} ${tx_id}`)
    const stakes = stakesOf(world)
    findings.each(stakes, idsOfStake, function* (stake) {
      const row = byTransaction.get(`${stake.network} ${stake.transaction.tx_id}`)
      if (!row) return yield 'has no period'
      yield* differences(row, {
        tx_seq: stake.transaction.seq,
        kind: stake.kind,
        reward: stake.reward,
        owed: stake.owed,
        shares: stake.shares,
        ...(stake.ending && { has_low_uptime: stake.ending.isRewarded ? 0 : 1 }),
        subnet_id: stake.subnetId,
        node_id: stake.nodeId,
        weight: stake.weight,
        bls_public_key: stake.blsPublicKey,
        start_timestamp: stake.start,
        end_timestamp: stake.end,
        start_height: stake.startHeight ?? null,
        end_height: stake.endHeight ?? null,
      })
    })
    const ids = new Set(stakes.map(({ network, transaction }) => `${network} ${transaction.tx_id}`))
    findings.unexpected(
      rows.filter(({ network, tx_id }) => !ids.has(`${network} ${tx_id}`)),
      ({ tx_id, node_id }) => [tx_id, node_id],
      'is a period of no stake',
    )
  },
}

/**
 * Delegations lie within the time of a validator of the same subnet and node. Validators added
 * by the owner of a subnet validate the primary network during that time.
 */
export const stakeValidators: Rule = {
  name: 'stake-validators',
  check(world, findings) {
    for (const replay of staking(world))
      findings.each(
        replay.stakes.filter(({ kind }) => kind !== 'validator'),
        idsOfStake,
        function* ({ kind, subnetId, nodeId, start, end }) {
          const validated = kind === 'appointed' ? primaryId : subnetId
          const validator = replay.validatorOf(validated, nodeId, start)
          if (!validator) yield `begins at ${start}, when its node is not a validator`
          else if (validator.end < end)
            yield `ends after its validator, which ends at ${validator.end}`
        },
      )
  },
}

/** Delegators are the delegations of the primary network by start, with rewards without fees. */
export const delegators: Rule = {
  name: 'delegators',
  check(world, findings) {
    const rows = world.all(selectDelegators, {})
    const addresses = groupBy(
      world.all(selectRewardAddresses, {}),
      ({ delegator_seq }) => delegator_seq,
    )
    const junction = groupBy(
      world.all(selectRewardJunction, {}),
      ({ delegator_seq }) => delegator_seq,
    )
    for (const replay of staking(world)) {
      const delegations = replay.stakes
        .filter(({ kind, subnetId }) => kind === 'delegator' && subnetId === primaryId)
        .toSorted((a, b) => a.start - b.start || a.transaction.seq - b.transaction.seq)
      const list = rows.filter(({ network }) => network === replay.network)
      findings.each(
        delegations.entries(),
        ([, stake]) => idsOfStake(stake),
        function* ([index, stake]) {
          const row = list[index]
          if (!row) return yield 'is not a delegator'
          const validator = replay.validatorOf(stake.subnetId, stake.nodeId, stake.start)
          if (!validator) return yield 'delegates to a node that is not a validator'
          const gross = stake.ending?.isRewarded === false ? 0n : stake.reward
          yield* differences(row, {
            tx_id: stake.transaction.tx_id,
            node_id: stake.nodeId,
            amount: stake.weight,
            delegation_fee: String(validator.shares / 10_000),
            start_timestamp: stake.start,
            end_timestamp: stake.end,
            gross_reward: gross,
            net_reward: sharesOf(gross, validator.shares).net,
          })
          const owners = ownersOf(replay.network, stake)
          const found = addresses.get(row.seq) ?? []
          yield* listDifference(
            'reward address',
            found.map(({ address }) => address),
            owners,
          )
          yield* setDifference(
            'the list of reward addresses',
            new Set(junction.get(row.seq)?.map(({ network, address }) => `${network} ${address}`)),
            new Set(owners.map((address) => `${replay.network} ${address}`)),
          )
        },
      )
      findings.unexpected(
        list.slice(delegations.length),
        idsOf,
        'is a delegator without a delegation',
      )
    }
  },
}

const primaryId = '11111111111111111111111111111111LpoYY'

const ownersOf = (network: Network, { rewardOwner }: Stake): string[] =>
  (rewardOwner?.addresses ?? []).map((address) => bech32(network, address))

const selectPeriods = statement<
  Record<string, never>,
  { network: Network; tx_id: string; node_id: string }
>('SELECT * FROM staking_period')

const selectDelegators = statement<
  Record<string, never>,
  { seq: number; network: Network; tx_id: string }
>('SELECT * FROM delegator ORDER BY seq')

const selectRewardAddresses = statement<
  Record<string, never>,
  { delegator_seq: number; address: string }
>('SELECT delegator_seq, address FROM delegator_reward_address ORDER BY delegator_seq, position')

const selectRewardJunction = statement<
  Record<string, never>,
  { network: Network; delegator_seq: number; address: string }
>('SELECT network, address, delegator_seq FROM reward_address_delegator')
