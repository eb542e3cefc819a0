import { encodeCb58 } from '../../formats/ids.ts'
import { utxoId } from '../../formats/utxos.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { setDifference } from '../compare.ts'
import type { Rule } from '../rule.ts'
import { bech32 } from './participants.ts'
import { staking } from './staking-fold.ts'
import { utxoById, utxoKey, utxoRows } from './utxos.ts'

/** In which owners an address is, are those of some output, with their threshold. */
export const addressOwners: Rule = {
  name: 'address-owners',
  check(world, findings) {
    const rows = new Map(world.all(selectOwners, {}).map((row) => [keyOf(row), row]))
    const used = new Map(
      utxoRows(world).map((row) => [`${row.network} ${row.owners}`, row] as const),
    )
    const idsOf = ({ owners }: { owners: string }) => [owners]
    findings.each(used.values(), idsOf, function* ({ network, owners, threshold }) {
      // The text is the threshold and the addresses, which the rule about bytes has shown.
      for (const address of owners.split(' ').slice(1)) {
        const key = keyOf({ network, address, owners })
        if (rows.get(key)?.threshold !== threshold) yield `${address} is not told to be among them`
        rows.delete(key)
      }
    })
    findings.strangers(rows.values(), idsOf, 'own nothing')
  },
}

/** The list of an address's rewards holds what the ends of stakes made for it, with their nodes. */
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
        const id = encodeCb58(utxoId(transaction.content.id, outputIndex))
        const seq = utxoById(world).get(utxoKey(network, id))?.seq ?? -1
        const found = rows.get(seq)
        rows.delete(seq)
        return setDifference(
          'the list',
          new Set(found),
          new Set(
            owner.addresses.map((address) => `${network} ${bech32(network, address)} ${nodeId}`),
          ),
        )
      },
    )
    findings.strangers(rows.keys(), (seq) => [String(seq)], 'is listed and no reward')
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

const selectOwners = statement<Record<string, never>, OwnersRow>(
  'SELECT network, address, owners, threshold FROM address_owners',
)

const selectRewards = statement<
  Record<string, never>,
  { network: Network; address: string; utxo_seq: number; node_id: string }
>('SELECT network, address, utxo_seq, node_id FROM address_reward')
