import { evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { listDifference } from '../compare.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { acknowledgements, arrivals, logKey, sendings } from './logs.ts'
import {
  deliveries,
  idsOfMessage,
  type MessageRow,
  messageById,
  messages,
  receipts,
} from './messages.ts'

/**
 * Receipts of a message are those in its log; each belongs to a message that has arrived by then.
 */
export const icmReceipts: Rule = {
  name: 'icm-receipts',
  check(world, findings) {
    const byRoute = indexBy(messages(world), routeKey)
    const logged = new Map(
      [...arrivals(world), ...sendings(world)].map(({ values }) => [
        toHex(values.messageId).slice(2),
        values.message.receipts,
      ]),
    )
    findings.each(messages(world), idsOfMessage, function* (row) {
      const found = receipts(world).get(row.seq) ?? []
      const expected = logged.get(row.message_id) ?? []
      yield* listDifference(
        'receipt',
        found.map(({ position, nonce, relayer }) => `${position}: ${nonce} ${relayer}`),
        expected.map(
          ({ receivedMessageNonce, relayerRewardAddress }, position) =>
            `${position}: ${receivedMessageNonce} ${evmAddressText(relayerRewardAddress)}`,
        ),
      )
      for (const { nonce, relayer } of found) {
        const received = byRoute.get(backKey(row, nonce))
        const delivery = received && deliveries(world).get(received.seq)
        if (!delivery) yield `carries a receipt of nonce ${nonce}, which has not arrived`
        else if (delivery.timestamp > (row.source_timestamp ?? 0))
          yield `carries a receipt of ${received.message_id} before it arrived`
        else if (delivery.reward_redeemer !== relayer)
          yield `rewards ${relayer} for ${received.message_id}, not ${delivery.reward_redeemer}`
      }
    })
  },
}

/** The first delivered message that carries a receipt delivers it and logs so. */
export const icmReceiptDeliveries: Rule = {
  name: 'icm-receipt-deliveries',
  check(world, findings) {
    const rows = indexBy(world.all(selectReceiptDeliveries, {}), ({ message_seq }) => message_seq)
    const carriers = carriersOf(world)
    const logged = new Set(
      acknowledgements(world).map(({ transaction, values }) =>
        logKey(transaction, values.messageId),
      ),
    )
    findings.each(messages(world), idsOfMessage, function* (row) {
      const carrier = carriers.get(row.seq)
      const found = rows.get(row.seq)?.carrier_seq
      if (found !== carrier?.seq)
        return yield `has its receipt from ${found ?? 'nobody'}, not ${carrier?.message_id ?? 'nobody'}`
      if (!carrier) return
      const delivery = deliveries(world).get(carrier.seq)
      if (!logged.has(`${delivery?.chain_id} ${delivery?.tx_hash} 0x${row.message_id}`))
        yield `has no receipt in the log of the transaction ${delivery?.tx_hash}`
    })
    const logs = acknowledgements(world)
    findings.each(
      logs,
      ({ transaction, values }) => [toHex(values.messageId).slice(2), transaction.hash],
      function* ({ values }) {
        const id = toHex(values.messageId).slice(2)
        const row = messageById(world).get(`mainnet ${id}`) ?? messageById(world).get(`fuji ${id}`)
        if (!row || !rows.has(row.seq)) yield 'is acknowledged, but its receipt is not delivered'
      },
    )
  },
}

/**
 * Returns the first delivered message that carries a receipt, by the `seq` of the receipt's sent
 * message.
 */
function carriersOf(world: CheckedWorld): ReadonlyMap<number, MessageRow> {
  const byRoute = indexBy(messages(world), routeKey)
  const delivered = messages(world)
    .flatMap((row) => {
      const delivery = deliveries(world).get(row.seq)
      return delivery ? [{ row, delivery }] : []
    })
    .sort((a, b) => a.delivery.timestamp - b.delivery.timestamp || a.row.seq - b.row.seq)
  const carriers = new Map<number, MessageRow>()
  for (const { row } of delivered)
    for (const { nonce } of receipts(world).get(row.seq) ?? []) {
      const sent = byRoute.get(backKey(row, nonce))
      if (sent?.source_tx_hash && !carriers.has(sent.seq)) carriers.set(sent.seq, row)
    }
  return carriers
}

const routeKey = (row: MessageRow) =>
  `${row.source_blockchain_id} ${row.destination_blockchain_id} ${row.nonce}`

/** Returns the key of the message with a nonce in the other direction. */
const backKey = (row: MessageRow, nonce: string) =>
  `${row.destination_blockchain_id} ${row.source_blockchain_id} ${nonce}`

const selectReceiptDeliveries = statement<
  Record<string, never>,
  { message_seq: number; carrier_seq: number }
>('SELECT message_seq, carrier_seq FROM icm_receipt_delivery')
