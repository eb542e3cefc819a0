import { utxoId } from '../../formats/utxos.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { differences, setDifference } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { bech32 } from './participants.ts'
import { staking } from './staking-replay.ts'
import { utxoById, utxoKey, utxoRows } from './utxos.ts'

/**
 * The table of the owners that an address belongs to has those of some output, with their
 * threshold.
 */
export const addressOwners: Rule = {
  name: 'address-owners',
  check(world, findings) {
    const rows = new Map(world.all(selectOwners, {}).map((row) => [keyOf(row), row]))
    const used = new Map(
      utxoRows(world).map((row) => [`${row.network} ${row.owners}`, row] as const),
    )
    const idsOf = ({ owners }: { owners: string }) => [owners]
    findings.each(used.values(), idsOf, function* ({ network, owners, threshold }) {
      // The text is the threshold and the addresses, as the rule about bytes checks.
      for (const address of owners.split(' ').slice(1)) {
        const key = keyOf({ network, address, owners })
        if (rows.get(key)?.threshold !== threshold)
          yield `${address} is an owner, but the row does not name it`
        rows.delete(key)
      }
    })
    findings.unexpected(rows.values(), idsOf, 'has a row, but owns no output')
  },
}

/** Sums of unspent outputs equal those of the outputs without a spending transaction. */
export const unspentSums: Rule = {
  name: 'unspent-sums',
  check(world, findings) {
    const expected = new Map<string, { utxos: number; amount: bigint }>()
    for (const row of utxoRows(world)) {
      if (row.consumed_by !== null) continue
      const stakeable = row.stakeable_locktime ?? 0
      const isLockedAfter = Math.max(row.locktime, stakeable) > (row.stake_end ?? Infinity)
      const stake = row.staked === 0 ? 'none' : isLockedAfter ? 'locked' : 'unlocked'
      const key = sumKeyOf({ ...row, stakeable_locktime: stakeable, stake })
      const sum = expected.get(key) ?? { utxos: 0, amount: 0n }
      sum.utxos += 1
      sum.amount += BigInt(row.amount)
      expected.set(key, sum)
    }
    findings.each(
      world.all(selectSums, {}),
      ({ owners, asset_id }) => [owners, asset_id],
      (row) => {
        const key = sumKeyOf(row)
        const sum = expected.get(key)
        expected.delete(key)
        return sum ? differences(row, { ...sum }) : ['has a row, but no unspent output']
      },
    )
    findings.unexpected(expected.keys(), (key) => key.split('|'), 'is a sum without a row')
  },
}

/**
 * The list of an address's rewards contains the outputs that ends of stakes made for it, with their
 * nodes.
 */
export const addressRewards: Rule = {
  name: 'address-rewards',
  check(world, findings) {
    const rows = new Map<number, Set<string>>()
    for (const { network, address, utxo_seq, node_id } of world.all(selectRewards, {}))
      rows.set(utxo_seq, (rows.get(utxo_seq) ?? new Set()).add(`${network} ${address} ${node_id}`))
    const payments = staking(world).flatMap((network) => network.payments)
    findings.each(
      payments,
      ({ transaction, stake }) => [transaction.tx_id, stake.nodeId],
      ({ stake: { network, nodeId, transaction }, outputIndex, owner }) => {
        const id = idText(utxoId(transaction.content.id, outputIndex))
        const seq = utxoById(world).get(utxoKey(network, id))?.seq ?? -1
        const found = rows.get(seq)
        rows.delete(seq)
        return setDifference(
          'the list of rewards by address',
          new Set(found),
          new Set(
            owner.addresses.map((address) => `${network} ${bech32(network, address)} ${nodeId}`),
          ),
        )
      },
    )
    findings.unexpected(rows.keys(), (seq) => [String(seq)], 'is listed, but is no reward')
  },
}

interface OwnersRow {
  network: Network
  address: string
  owners: string
  threshold: number
}

const keyOf = ({ network, address, owners }: Omit<OwnersRow, 'threshold'>) =>
  `${network} ${address} ${owners}`

interface SumRow {
  network: Network
  owners: string
  asset_id: string
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  locktime: number
  stakeable_locktime: number
  stake: 'none' | 'unlocked' | 'locked'
}

/** Returns the key of a sum. Owners come first, because a violation names them. */
const sumKeyOf = (row: SumRow) =>
  [
    ...[row.owners, row.asset_id, row.network, row.created_on_chain, row.consumed_on_chain],
    ...[row.locktime, row.stakeable_locktime, row.stake],
  ].join('|')

const selectSums = statement<Record<string, never>, SumRow>('SELECT * FROM unspent_sum')

const selectOwners = statement<Record<string, never>, OwnersRow>(
  'SELECT network, address, owners, threshold FROM address_owners',
)

const selectRewards = statement<
  Record<string, never>,
  { network: Network; address: string; utxo_seq: number; node_id: string }
>('SELECT network, address, utxo_seq, node_id FROM address_reward')
