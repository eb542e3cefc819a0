import { afterAll, beforeAll, expect, test } from 'vitest'
import { IndexStatus } from '../../../schemas/data/tokens.ts'
import { evmAddressText } from '../../../src/formats/addresses.ts'
import { signatureHash } from '../../../src/formats/evm/abi.ts'
import { decodeReceipt, type Log } from '../../../src/formats/evm/receipts.ts'
import { toHex } from '../../../src/formats/ids.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf, type TransactionRow, transactionsOf } from './evm-base.ts'

const topicOf = (signature: string) => toHex(signatureHash(signature))
const transfer = topicOf('Transfer(address,address,uint256)')
const single = topicOf('TransferSingle(address,address,address,uint256,uint256)')
const batch = topicOf('TransferBatch(address,address,address,uint256[],uint256[])')
const deposit = topicOf('Deposit(address,uint256)')
const withdrawal = topicOf('Withdrawal(address,uint256)')
const zero = `0x${'0'.repeat(40)}`

interface Moved {
  readonly kind: 'erc20' | 'erc721' | 'erc1155' | 'wrap'
  readonly chain: string
  readonly tx: TransactionRow
  readonly logIndex: number
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly id: bigint
  readonly value: bigint
}

let base: BaseReader
let moves: Moved[]

const addressIn = (topic: Uint8Array | undefined) =>
  evmAddressText((topic ?? new Uint8Array()).slice(12))
const wordsOf = (data: Uint8Array) =>
  Array.from({ length: data.length / 32 }, (_, i) =>
    BigInt(toHex(data.subarray(32 * i, 32 * i + 32))),
  )

/** Reads a log by its topics alone, with nothing of the world's own event descriptions. */
function movesIn(log: Log): Pick<Moved, 'kind' | 'from' | 'to' | 'id' | 'value'>[] {
  const [topic = new Uint8Array(), a, b, c] = log.topics
  const words = wordsOf(log.data)
  const [first = 0n, second = 0n] = words
  switch (toHex(topic)) {
    case transfer:
      return c
        ? [
            {
              kind: 'erc721',
              from: addressIn(a),
              to: addressIn(b),
              id: BigInt(toHex(c)),
              value: 1n,
            },
          ]
        : [{ kind: 'erc20', from: addressIn(a), to: addressIn(b), id: 0n, value: first }]
    case single:
      return [{ kind: 'erc1155', from: addressIn(b), to: addressIn(c), id: first, value: second }]
    case batch: {
      const count = Number(words[2])
      return Array.from({ length: count }, (_, i) => ({
        kind: 'erc1155',
        from: addressIn(b),
        to: addressIn(c),
        id: words[3 + i] ?? 0n,
        value: words[4 + count + i] ?? 0n,
      }))
    }
    case deposit:
      return [{ kind: 'wrap', from: zero, to: addressIn(a), id: 0n, value: first }]
    case withdrawal:
      return [{ kind: 'wrap', from: addressIn(a), to: zero, id: 0n, value: first }]
    default:
      return []
  }
}

beforeAll(async () => {
  base = await openSmallBase()
  const byBlock = groupBy(
    transactionsOf(base),
    ({ chain_id, block_number }) => `${chain_id} ${block_number}`,
  )
  moves = [...byBlock.values()].flatMap((transactions) => {
    let index = 0
    return transactions.flatMap((tx) =>
      decodeReceipt(tx.receipt).logs.flatMap((log) => {
        const logIndex = index++
        const contract = evmAddressText(log.address)
        return movesIn(log).map((move) => ({ ...move, chain: tx.chain_id, tx, logIndex, contract }))
      }),
    )
  })
})
afterAll(() => base.close())

test('transfers are exactly what the logs say, in their order', () => {
  const sql = {
    erc20: `SELECT t.seq, chain_id, address, tx_seq, log_index, sender, recipient, value, '0' AS id
            FROM erc20_transfer t JOIN contract c ON c.seq = t.contract_seq ORDER BY t.seq`,
    erc721: `SELECT t.seq, chain_id, address, tx_seq, log_index, sender, recipient, '1' AS value,
             token_id AS id FROM erc721_transfer t JOIN nft_token n ON n.seq = t.token_seq
             JOIN contract c ON c.seq = n.contract_seq ORDER BY t.seq`,
    erc1155: `SELECT t.seq, chain_id, address, tx_seq, log_index, sender, recipient, value,
              token_id AS id FROM erc1155_transfer t JOIN nft_token n ON n.seq = t.token_seq
              JOIN contract c ON c.seq = n.contract_seq ORDER BY t.seq`,
  }
  for (const kind of ['erc20', 'erc721', 'erc1155'] as const) {
    const expected = moves
      .filter((move) => move.kind === kind)
      .sort((a, b) => a.tx.seq - b.tx.seq)
      .map(({ chain, contract, tx, logIndex, from, to, value, id }) =>
        [chain, contract, tx.seq, logIndex, from, to, value, id].join(),
      )
    const rows = rowsOf<{ seq: number; tx_seq: number }>(base, sql[kind])
    expect(rows.map(({ seq, ...rest }) => Object.values(rest).join())).toEqual(expected)
    expect(expected.length).toBeGreaterThan(10)
    for (const { seq, tx_seq } of rows) expect(Math.floor(seq / 1024)).toBe(tx_seq)
    const activity = rowsOf<{ entry: string }>(
      base,
      `SELECT a.seq || a.address AS entry FROM ${kind}_activity a
       JOIN ${kind}_transfer t USING (seq) JOIN evm_transaction x ON x.seq = t.tx_seq
       AND x.chain_id = a.chain_id WHERE a.address IN (t.sender, t.recipient)`,
    )
    const sides = rowsOf<{ n: number }>(
      base,
      `SELECT count(*) + sum(sender <> recipient) AS n FROM ${kind}_transfer`,
    )
    expect(new Set(activity.map(({ entry }) => entry)).size).toBe(sides[0]?.n)
  }
})

test('ERC-20 balances are what transfers, deposits and withdrawals leave after each block', () => {
  const contracts = new Set(
    rowsOf<{ key: string }>(
      base,
      "SELECT chain_id || ' ' || address AS key FROM contract WHERE erc_type = 'ERC-20'",
    ).map(({ key }) => key),
  )
  const balances = new Map<string, bigint>()
  const after = new Map<string, bigint>()
  for (const { kind, chain, contract, tx, from, to, value } of moves) {
    if (kind !== 'erc20' && kind !== 'wrap') continue
    expect(contracts).toContain(`${chain} ${contract}`)
    for (const [holder, change] of [
      [from, -value],
      [to, value],
    ] as const) {
      if (holder === zero) continue
      const key = `${chain} ${contract} ${holder}`
      const balance = (balances.get(key) ?? 0n) + change
      expect(balance).toBeGreaterThanOrEqual(0n)
      balances.set(key, balance)
      after.set(`${key} ${tx.block_number}`, balance)
    }
  }
  const rows = rowsOf<{ key: string; block_number: number; balance: string }>(
    base,
    `SELECT chain_id || ' ' || address || ' ' || holder AS key, block_number, balance
     FROM erc20_balance b JOIN contract c ON c.seq = b.contract_seq ORDER BY key, block_number`,
  )
  const last = new Map<string, bigint>()
  for (const { key, block_number, balance } of rows) {
    expect(after.get(`${key} ${block_number}`)).toBe(BigInt(balance))
    last.set(key, BigInt(balance))
  }
  expect(last).toEqual(balances)
})

test('owners and balances of NFTs are what their transfers leave', () => {
  const held = new Map<string, bigint>()
  for (const { kind, chain, contract, id, from, to, value } of moves) {
    if (kind !== 'erc721' && kind !== 'erc1155') continue
    for (const [holder, change] of [
      [from, -value],
      [to, value],
    ] as const) {
      const key = `${chain} ${contract} ${id} ${holder}`
      if (holder !== zero) held.set(key, (held.get(key) ?? 0n) + change)
    }
  }
  const rows = rowsOf<{ key: string; balance: string; erc_type: string }>(
    base,
    `SELECT c.chain_id || ' ' || address || ' ' || token_id || ' ' || holder AS key, balance,
     b.erc_type FROM nft_balance b JOIN nft_token n ON n.seq = b.token_seq
     JOIN contract c ON c.seq = b.contract_seq AND c.seq = n.contract_seq ORDER BY b.seq`,
  )
  const nonZero = [...held].filter(([, balance]) => balance !== 0n)
  expect(new Map(rows.map(({ key, balance }) => [key, BigInt(balance)]))).toEqual(new Map(nonZero))
  for (const { erc_type, balance } of rows) if (erc_type === 'ERC-721') expect(balance).toBe('1')
})

test('every status of metadata occurs, and only what was indexed has content', () => {
  const tokens = rowsOf<Record<string, string | number | null>>(base, 'SELECT * FROM nft_token')
  expect(new Set(tokens.map(({ index_status }) => index_status))).toEqual(
    new Set((IndexStatus as unknown as { anyOf: { const: string }[] }).anyOf.map((s) => s.const)),
  )
  const content = [
    'metadata_name',
    'metadata_symbol',
    'image_uri',
    'description',
    'animation_uri',
    'external_url',
    'background',
    'attributes',
  ]
  for (const token of tokens)
    if (token.index_status !== 'indexed')
      expect(content.map((column) => token[column])).toEqual(content.map(() => null))
  for (const column of [...content, 'metadata_updated_at', 'metadata_decimals'])
    expect([column, tokens.some((token) => token[column] !== null)]).toEqual([column, true])
})
