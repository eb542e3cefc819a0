import { decode, FormatError } from '../../formats/codec.ts'
import { toHex } from '../../formats/ids.ts'
import { encodeTeleporterMessage, teleporterMessenger } from '../../formats/teleporter.ts'
import {
  SignedWarpMessage,
  UnsignedWarpMessage,
  unsignedBytesOf,
  WarpPayload,
  warpMessageId,
  warpPrecompile,
} from '../../formats/warp.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { differences } from '../compare.ts'
import { evmChainById } from '../evm/evm-chains.ts'
import type { EvmTransaction } from '../evm/evm-transactions.ts'
import type { Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { arrivals, emissions, sendings } from './logs.ts'

interface WarpRow {
  message_id: string
  network: Network
  chain_id: string
  block_number: number
  unsigned: Uint8Array
}

/**
 * The messages that chains requested validators to sign are those that they logged, each by its own
 * chain.
 */
export const warpEmissions: Rule = {
  name: 'warp-emissions',
  check(world, findings) {
    const rows = indexBy(world.all(selectMessages, {}), ({ message_id }) => message_id)
    findings.each(
      rows.values(),
      ({ message_id }) => [message_id],
      function* (row) {
        yield* differences(row, { message_id: toHex(warpMessageId(row.unsigned)) })
        const { networkId, sourceChainId } = decode(UnsignedWarpMessage, row.unsigned)
        const chain = evmChainById(world).get(row.chain_id)
        if (networkId !== networkConstants[row.network].networkId)
          yield `is of the network ${networkId}, not ${networkConstants[row.network].networkId}`
        if (idText(sourceChainId) !== chain?.blockchain_id)
          yield `comes from the blockchain ${idText(sourceChainId)}, not ${chain?.blockchain_id}`
      },
    )
    const sent = indexBy(sendings(world), ({ transaction }) => transaction.hash)
    const logged = new Set<string>()
    findings.each(
      emissions(world),
      ({ transaction, values }) => [toHex(values.messageId), transaction.hash],
      function* ({ transaction, values }) {
        const id = toHex(values.messageId)
        // The same message may be given to the precompile again.
        if (logged.has(id)) return
        logged.add(id)
        const row = rows.get(id)
        if (!row) return yield 'was logged, but not stored'
        yield* differences(row, {
          chain_id: transaction.chain_id,
          block_number: transaction.block_number,
        })
        if (toHex(values.message) !== toHex(row.unsigned)) yield 'is logged with other bytes'
        const call = decode(WarpPayload, decode(UnsignedWarpMessage, values.message).payload)
        if (call.type !== 'AddressedCall') return yield 'is not an addressed call'
        if (toHex(call.sourceAddress) !== toHex(values.sender))
          yield `names the sender ${toHex(call.sourceAddress)}, not ${toHex(values.sender)}`
        const message = sent.get(transaction.hash)?.values.message
        if (toHex(values.sender) !== toHex(teleporterMessenger)) return
        if (message && toHex(encodeTeleporterMessage(message)) !== toHex(call.payload))
          yield 'holds another message than the messenger sent'
      },
    )
    const unexpected = [...rows.values()].filter(({ message_id }) => !logged.has(message_id))
    findings.unexpected(unexpected, ({ message_id }) => [message_id], 'is in no log')
  },
}

/** A transaction that delivers a message carries it in its access list. */
export const warpPredicates: Rule = {
  name: 'warp-predicates',
  check: (world, findings) =>
    findings.each(
      arrivals(world),
      ({ transaction, values }) => [toHex(values.messageId).slice(2), transaction.hash],
      function* ({ transaction, values }) {
        const unsigned = broughtBy(transaction)
        const { sourceChainId, payload } = decode(UnsignedWarpMessage, unsigned)
        const call = decode(WarpPayload, payload)
        if (toHex(sourceChainId) !== toHex(values.sourceBlockchainId))
          yield `comes from the blockchain ${toHex(sourceChainId)}, not ${toHex(values.sourceBlockchainId)}`
        if (
          call.type !== 'AddressedCall' ||
          toHex(call.payload) !== toHex(encodeTeleporterMessage(values.message))
        )
          yield 'is not the message that was delivered'
      },
    ),
}

/**
 * Returns the unsigned message in the access list. Storage keys of the Warp precompile hold its
 * bytes, the delimiter 0xff, and zeros (predicate packing of coreth and subnet-evm).
 */
function broughtBy({ content }: EvmTransaction): Uint8Array {
  const list = 'accessList' in content ? content.accessList : []
  const entry = list.find(({ address }) => toHex(address) === toHex(warpPrecompile))
  if (!entry) throw new FormatError('accessList', 'is not a Warp message')
  const packed = Buffer.concat(entry.storageKeys)
  const end = packed.findLastIndex((byte) => byte !== 0)
  if (packed[end] !== 0xff) throw new FormatError('accessList', 'has no delimiter')
  const bytes = new Uint8Array(packed.subarray(0, end))
  return isSigned(bytes) ? unsignedBytesOf(bytes) : bytes
}

function isSigned(bytes: Uint8Array): boolean {
  try {
    decode(SignedWarpMessage, bytes)
    return true
  } catch {
    return false
  }
}

const selectMessages = statement<Record<string, never>, WarpRow>('SELECT * FROM warp_message')
