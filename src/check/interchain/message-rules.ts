import { evmAddressText } from '../../formats/addresses.ts'
import { encodeCb58, parseId, toHex } from '../../formats/ids.ts'
import {
  type TeleporterMessage,
  teleporterMessageId,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { type ColumnValue, differences, setDifference } from '../compare.ts'
import { blockTimes } from '../evm/evm-blocks.ts'
import { evmChainById, evmChains } from '../evm/evm-chains.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import {
  arrivals,
  executions,
  firstSendings,
  type LoggedValues,
  logKey,
  refusals,
  sendings,
} from './logs.ts'
import { deliveries, idsOfMessage, type MessageRow, messageById, messages } from './messages.ts'

/** The id of a message follows from its chains and nonce; its key grows with its first time. */
export const icmIds: Rule = {
  name: 'icm-ids',
  check(world, findings) {
    let last = 0
    findings.each(messages(world), idsOfMessage, function* (row) {
      const id = teleporterMessageId(
        parseId(row.source_blockchain_id),
        parseId(row.destination_blockchain_id),
        BigInt(row.nonce),
      )
      yield* differences(row, {
        message_id: toHex(id).slice(2),
        icm_contract: evmAddressText(teleporterMessenger),
      })
      for (const side of ['source', 'destination'] as const) {
        const chain = evmChainById(world).get(row[`${side}_evm_chain_id`])
        if (chain)
          yield* differences(row, {
            [`${side}_blockchain_id`]: chain.blockchain_id,
            network: chain.network,
          })
      }
      const time = row.source_timestamp ?? deliveries(world).get(row.seq)?.timestamp
      if (time === undefined) return yield 'was neither sent nor delivered'
      if (time < last) yield `is of ${time}, but listed after a message of ${last}`
      last = time
    })
  },
}

/**
 * Messages of the world's chains are exactly those that a transaction sent and logged, but for those
 * to a chain that the world does not know.
 */
export const icmSendings: Rule = {
  name: 'icm-sendings',
  check(world, findings) {
    const logged = indexBy(sendings(world), ({ transaction, values }) =>
      logKey(transaction, values.messageId),
    )
    findings.each(messages(world), idsOfMessage, function* (row) {
      const isIndexed = evmChainById(world).has(row.source_evm_chain_id)
      if (!isIndexed) return yield* differences(row, notSent)
      const key = `${row.source_evm_chain_id} ${row.source_tx_hash} 0x${row.message_id}`
      const log = logged.get(key)
      if (!log) return yield `was not sent by ${row.source_tx_hash}`
      const { message, feeInfo } = log.values
      yield* differences(row, {
        ...contentOf(message),
        reward_address: evmAddressText(feeInfo.feeTokenAddress),
        reward_value: feeInfo.amount,
        source_timestamp: log.timestamp,
        source_gas_spent: feeOf(log),
      })
    })
    const isKnown = knownChains(world)
    findings.each(
      firstSendings(world).filter(({ timestamp, values }) =>
        isKnown(encodeCb58(values.destinationBlockchainId), timestamp),
      ),
      ({ transaction, values }) => [toHex(values.messageId).slice(2), transaction.hash],
      function* ({ transaction, values }) {
        const network = evmChainById(world).get(transaction.chain_id)?.network
        const row = messageById(world).get(`${network} ${toHex(values.messageId).slice(2)}`)
        if (row?.source_tx_hash !== transaction.hash) yield 'was sent, but has no message row'
      },
    )
  },
}

/**
 * A delivery is a transaction of the destination chain that logs the message. It is later than the
 * sending.
 */
export const icmDeliveries: Rule = {
  name: 'icm-deliveries',
  check(world, findings) {
    const logged = indexBy(arrivals(world), ({ transaction, values }) =>
      logKey(transaction, values.messageId),
    )
    const keysOf = (list: readonly LoggedValues<{ messageId: Uint8Array }>[]) =>
      new Set(list.map(({ transaction, values }) => logKey(transaction, values.messageId)))
    const executed = keysOf(executions(world))
    const refused = keysOf(refusals(world))
    const delivered = messages(world).flatMap((row) => {
      const delivery = deliveries(world).get(row.seq)
      return delivery ? [{ row, delivery }] : []
    })
    findings.each(
      delivered,
      ({ row }) => idsOfMessage(row),
      function* ({ row, delivery }) {
        const key = `${delivery.chain_id} ${delivery.tx_hash} 0x${row.message_id}`
        const log = logged.get(key)
        if (!log) return yield `was not delivered by ${delivery.tx_hash}`
        const { message, sourceBlockchainId, deliverer, rewardRedeemer } = log.values
        yield* differences(row, {
          ...contentOf(message),
          destination_evm_chain_id: delivery.chain_id,
        })
        if (toHex(sourceBlockchainId) !== toHex(parseId(row.source_blockchain_id)))
          yield 'comes from a chain other than its row says'
        yield* differences(delivery, {
          executed: executed.has(key) ? 1 : 0,
          timestamp: log.timestamp,
          gas_spent: feeOf(log),
          deliverer: evmAddressText(deliverer),
          reward_redeemer: evmAddressText(rewardRedeemer),
        })
        if (executed.has(key) && refused.has(key)) yield 'is both executed and refused'
        if (row.source_timestamp !== null && log.timestamp <= row.source_timestamp)
          yield 'was delivered before it was sent'
      },
    )
    const known = new Set(
      delivered.map(({ row, delivery }) => `${delivery.tx_hash} ${row.message_id}`),
    )
    findings.each(
      arrivals(world),
      ({ transaction, values }) => [toHex(values.messageId).slice(2), transaction.hash],
      function* ({ transaction, values }) {
        if (!known.has(`${transaction.hash} ${toHex(values.messageId).slice(2)}`))
          yield 'was received, but has no delivery row'
      },
    )
  },
}

/** Nonces of every messenger of the world count up from 1. */
export const icmNonces: Rule = {
  name: 'icm-nonces',
  check(world, findings) {
    const next = new Map<string, bigint>()
    findings.each(
      firstSendings(world),
      ({ transaction, values }) => [toHex(values.messageId).slice(2), transaction.hash],
      function* ({ transaction, values }) {
        const { messageNonce } = values.message
        const expected = next.get(transaction.chain_id) ?? 1n
        next.set(transaction.chain_id, messageNonce + 1n)
        if (messageNonce !== expected) yield `has nonce ${messageNonce}, not ${expected}`
      },
    )
  },
}

/** The list of an address's messages contains those from and to it. */
export const icmActivity: Rule = {
  name: 'icm-activity',
  check(world, findings) {
    const rows = groupBy(world.all(selectActivity, {}), ({ seq }) => seq)
    findings.each(messages(world), idsOfMessage, ({ seq, network, sender, recipient }) =>
      setDifference(
        'the list of messages by address',
        new Set(rows.get(seq)?.map((row) => `${row.network} ${row.address.toLowerCase()}`)),
        new Set([sender, recipient].map((address) => `${network} ${address.toLowerCase()}`)),
      ),
    )
  },
}

/**
 * Returns whether the world knows a chain, by its id, at a time: its own chains since their genesis,
 * and those outside that its messages name.
 */
function knownChains(world: CheckedWorld): (blockchainId: string, time: number) => boolean {
  const begins = new Map<string, number>()
  for (const row of messages(world))
    for (const side of ['source', 'destination'] as const)
      begins.set(row[`${side}_blockchain_id`], Number.NEGATIVE_INFINITY)
  for (const { blockchain_id, chain_id } of evmChains(world))
    begins.set(blockchain_id, blockTimes(world).get(`${chain_id} 0`) ?? Number.POSITIVE_INFINITY)
  return (blockchainId, time) => time >= (begins.get(blockchainId) ?? Number.POSITIVE_INFINITY)
}

const notSent = { source_tx_hash: null, source_timestamp: null, source_gas_spent: null }

const contentOf = (message: TeleporterMessage): Record<string, ColumnValue> => ({
  nonce: message.messageNonce,
  sender: evmAddressText(message.originSenderAddress),
  recipient: evmAddressText(message.destinationAddress),
  data: message.message.length === 0 ? null : toHex(message.message),
})

/** Returns the wei that a transaction cost. */
const feeOf = ({ transaction }: LoggedValues<unknown>): bigint =>
  BigInt(transaction.gas_used) * BigInt(transaction.gas_price)

const selectActivity = statement<
  Record<string, never>,
  { seq: number; network: MessageRow['network']; address: string }
>('SELECT seq, network, address FROM icm_activity')
