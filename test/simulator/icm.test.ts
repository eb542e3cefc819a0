import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmAddressText, parseEvmAddress } from '../../src/formats/addresses.ts'
import { decode } from '../../src/formats/codec.ts'
import { signatureHash } from '../../src/formats/evm/abi.ts'
import { decodeReceipt, type Log } from '../../src/formats/evm/receipts.ts'
import { parseId, toHex } from '../../src/formats/ids.ts'
import {
  decodeTeleporterMessage,
  messageExecutedEvent,
  messageExecutionFailedEvent,
  receiptReceivedEvent,
  receiveCrossChainMessageEvent,
  sendCrossChainMessageEvent,
  teleporterMessageId,
  teleporterMessenger,
} from '../../src/formats/teleporter.ts'
import {
  sendWarpMessageEvent,
  UnsignedWarpMessage,
  WarpPayload,
  warpMessageId,
  warpPrecompile,
} from '../../src/formats/warp.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { openSmallBase, rowsOf } from './evm/evm-base.ts'

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

interface MessageRow {
  seq: number
  network: 'mainnet' | 'fuji'
  message_id: string
  icm_contract: string
  source_blockchain_id: string
  destination_blockchain_id: string
  source_evm_chain_id: string
  destination_evm_chain_id: string
  nonce: string
  sender: string
  recipient: string
  data: string | null
  reward_address: string
  reward_value: string
  source_tx_hash: string | null
  source_timestamp: number | null
  source_gas_spent: string | null
  executed: 0 | 1 | null
  delivery_chain: string
  delivery_tx: string | null
  delivery_time: number
  delivery_gas: string
  reward_redeemer: string
  deliverer: string
  carrier_seq: number | null
}

interface Found {
  readonly logs: Log[]
  readonly timestamp: number
  readonly gasSpent: string
  readonly sender: string
}

let base: BaseReader
let messages: MessageRow[]
let transactions: Map<string, Found>

const logsAt = (emitter: Uint8Array, logs: Log[]) =>
  logs.filter(({ address }) => Buffer.compare(address, emitter) === 0)

beforeAll(async () => {
  base = await openSmallBase()
  messages = rowsOf(
    base,
    `SELECT m.*, d.executed, d.chain_id AS delivery_chain, d.tx_hash AS delivery_tx,
     d.timestamp AS delivery_time, d.gas_spent AS delivery_gas, d.reward_redeemer, d.deliverer,
     r.carrier_seq
     FROM icm_message m LEFT JOIN icm_delivery d ON d.message_seq = m.seq
     LEFT JOIN icm_receipt_delivery r ON r.message_seq = m.seq ORDER BY m.seq`,
  )
  const rows = rowsOf<{
    chain_id: string
    hash: string
    receipt: Uint8Array
    timestamp: number
    gas_used: string
    gas_price: string
    sender: string
  }>(
    base,
    `SELECT t.chain_id, t.hash, receipt, b.timestamp, t.gas_used, t.gas_price, t.sender
     FROM evm_transaction t
     JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number`,
  )
  transactions = new Map(
    rows.map((row) => [
      `${row.chain_id} ${row.hash}`,
      {
        logs: decodeReceipt(row.receipt).logs,
        timestamp: row.timestamp,
        gasSpent: String(BigInt(row.gas_used) * BigInt(row.gas_price)),
        sender: row.sender,
      },
    ]),
  )
})
afterAll(() => base.close())

test('ids are those that the messenger computes', () => {
  for (const row of messages) {
    const [source, destination] = [row.source_blockchain_id, row.destination_blockchain_id]
    const id = teleporterMessageId(parseId(source), parseId(destination), BigInt(row.nonce))
    expect(row.message_id).toBe(toHex(id).slice(2))
    expect(row.icm_contract).toBe('0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf')
  }
})

test('a sent message is in the logs of its source transaction, with the reward set aside', () => {
  const transfer = toHex(signatureHash('Transfer(address,address,uint256)'))
  for (const row of messages.filter(({ source_tx_hash }) => source_tx_hash !== null)) {
    const found = transactions.get(`${row.source_evm_chain_id} ${row.source_tx_hash}`)
    const logs = found?.logs ?? []
    const sent = logsAt(teleporterMessenger, logs)
      .map(sendCrossChainMessageEvent.decode)
      .find((event) => event !== undefined)
    expect(sent && toHex(sent.messageId)).toBe(`0x${row.message_id}`)
    expect(sent?.message).toMatchObject({
      messageNonce: BigInt(row.nonce),
      originSenderAddress: parseEvmAddress(row.sender),
      destinationAddress: parseEvmAddress(row.recipient),
      destinationBlockchainId: parseId(row.destination_blockchain_id),
    })
    expect(sent?.message.message.length ? toHex(sent.message.message) : null).toBe(row.data)
    expect(sent?.feeInfo.amount).toBe(BigInt(row.reward_value))
    expect([row.source_timestamp, row.source_gas_spent, row.sender]).toEqual([
      found?.timestamp,
      found?.gasSpent,
      found?.sender,
    ])
    const [reward] = logsAt(parseEvmAddress(row.reward_address), logs)
    expect(reward?.topics.map(toHex)[0]).toBe(transfer)
    expect(BigInt(toHex(reward?.data ?? new Uint8Array(1)))).toBe(BigInt(row.reward_value))

    const [warp] = logsAt(warpPrecompile, logs).map(sendWarpMessageEvent.decode)
    const unsigned = warp?.message ?? new Uint8Array()
    expect(warp && toHex(warp.messageId)).toBe(toHex(warpMessageId(unsigned)))
    const { networkId, sourceChainId, payload } = decode(UnsignedWarpMessage, unsigned)
    expect([networkId, sourceChainId]).toEqual([
      row.network === 'mainnet' ? 1 : 5,
      parseId(row.source_blockchain_id),
    ])
    const call = decode(WarpPayload, payload)
    if (call.type !== 'AddressedCall') throw new Error('a message is an addressed call')
    expect(call.sourceAddress).toEqual(teleporterMessenger)
    expect(decodeTeleporterMessage(call.payload)).toEqual(sent?.message)
    const emitted = rowsOf<{ unsigned: Uint8Array; chain_id: string }>(
      base,
      `SELECT unsigned, chain_id FROM warp_message
       WHERE message_id = '${toHex(warpMessageId(unsigned))}'`,
    )
    expect(emitted.map((each) => [each.chain_id, toHex(each.unsigned)])).toEqual([
      [row.source_evm_chain_id, toHex(unsigned)],
    ])
  }
})

test('a delivered message is in the logs of the relayer, later than it was sent', () => {
  const delivered = messages.filter(({ delivery_tx }) => delivery_tx !== null)
  for (const row of delivered) {
    const found = transactions.get(`${row.delivery_chain} ${row.delivery_tx}`)
    const logs = logsAt(teleporterMessenger, found?.logs ?? [])
    const [received] = logs.flatMap((log) => receiveCrossChainMessageEvent.decode(log) ?? [])
    expect(received && toHex(received.messageId)).toBe(`0x${row.message_id}`)
    expect(evmAddressText(received?.deliverer ?? teleporterMessenger)).toBe(row.deliverer)
    expect(evmAddressText(received?.rewardRedeemer ?? teleporterMessenger)).toBe(
      row.reward_redeemer,
    )
    expect([row.delivery_time, row.delivery_gas, row.deliverer, row.delivery_chain]).toEqual([
      found?.timestamp,
      found?.gasSpent,
      found?.sender,
      row.destination_evm_chain_id,
    ])
    expect(row.delivery_time).toBeGreaterThan(row.source_timestamp ?? 0)
    expect(logs.some((log) => messageExecutedEvent.decode(log))).toBe(row.executed === 1)
    expect(logs.some((log) => messageExecutionFailedEvent.decode(log))).toBe(
      row.executed === 0 && row.data !== null,
    )
  }
  expect(new Set(delivered.map(({ executed }) => executed))).toEqual(new Set([0, 1]))
})

test('a receipt is carried once, after the message arrived, and comes back with the carrier', () => {
  const bySeq = new Map(messages.map((row) => [row.seq, row]))
  const receipts = rowsOf<{ message_seq: number; nonce: string; relayer: string }>(
    base,
    'SELECT message_seq, nonce, relayer FROM icm_receipt ORDER BY message_seq, position',
  )
  const carried = new Map<number, number>()
  for (const { message_seq, nonce, relayer } of receipts) {
    const carrier = bySeq.get(message_seq)
    const original = messages.find(
      (row) =>
        row.nonce === nonce &&
        row.source_blockchain_id === carrier?.destination_blockchain_id &&
        row.destination_blockchain_id === carrier.source_blockchain_id,
    )
    expect(original?.reward_redeemer).toBe(relayer)
    expect(original?.delivery_time).toBeLessThanOrEqual(carrier?.source_timestamp ?? 0)
    if (!original) continue
    expect(carried.has(original.seq)).toBe(false)
    carried.set(original.seq, message_seq)
  }
  for (const row of messages) {
    const carrier = bySeq.get(carried.get(row.seq) ?? -1)
    // The receipt of a message whose sending was not seen is not waited for here.
    const isBack = row.source_tx_hash && carrier?.delivery_tx
    expect(row.carrier_seq).toBe(isBack ? carrier.seq : null)
    if (!isBack) continue
    const { logs = [] } = transactions.get(`${carrier.delivery_chain} ${carrier.delivery_tx}`) ?? {}
    const ids = logsAt(teleporterMessenger, logs).flatMap((log) => {
      const receipt = receiptReceivedEvent.decode(log)
      return receipt ? [toHex(receipt.messageId)] : []
    })
    expect(ids).toContain(`0x${row.message_id}`)
  }
  expect(messages.some(({ carrier_seq }) => carrier_seq !== null)).toBe(true)
})

test('nonces of a chain count from 1 in the order of sending', () => {
  for (const chainId of ['43114', '43113', '930114', '930113']) {
    const nonces = messages
      .filter((row) => row.source_evm_chain_id === chainId)
      .map(({ nonce }) => Number(nonce))
    expect(nonces.length).toBeGreaterThan(0)
    expect(nonces).toEqual(nonces.map((_, index) => index + 1))
  }
})

test('messages exist since Durango only, in one order of time over both networks', () => {
  const times = messages.map((row) => row.source_timestamp ?? row.delivery_time)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  const durango = {
    mainnet: Date.parse('2024-03-06T16:00:00Z') / 1000,
    fuji: Date.parse('2024-02-13T16:00:00Z') / 1000,
  }
  messages.forEach(({ network }, index) => {
    expect(times[index]).toBeGreaterThanOrEqual(durango[network])
  })
})

test('each network has messages of every status and the protagonist among them', () => {
  for (const network of ['mainnet', 'fuji']) {
    const rows = messages.filter((row) => row.network === network)
    const statuses = rows.map(({ source_tx_hash, delivery_tx }) =>
      source_tx_hash === null ? 'foreign' : delivery_tx === null ? 'pending' : 'delivered',
    )
    expect(new Set(statuses)).toEqual(new Set(['pending', 'delivered', 'foreign']))
    const listed = rowsOf<{ seq: number }>(
      base,
      `SELECT seq FROM icm_activity WHERE network = '${network}' AND address = '${ewoq}'`,
    ).map(({ seq }) => seq)
    const own = rows.filter(({ sender, recipient }) => [sender, recipient].includes(ewoq))
    expect(listed).toEqual(own.map(({ seq }) => seq))
    expect(listed.length).toBeGreaterThan(0)
  }
})
