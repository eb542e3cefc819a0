import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmAddressText } from '../../../src/formats/addresses.ts'
import { atomicTransactions } from '../../../src/formats/c-chain-atomic-transactions.ts'
import { signatureHash } from '../../../src/formats/evm/abi.ts'
import { decodeReceipt } from '../../../src/formats/evm/receipts.ts'
import { toHex } from '../../../src/formats/ids.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { openSmallBase, rowsOf, transactionsOf } from './evm-base.ts'

/** README.md and `snowglobe cast` name it. */
const treasury = '0xE0dc5269D26f0C46810A186CD97809843C2FA11B'
const feeReceiver = '0x0100000000000000000000000000000000000000'
const withdrawal = toHex(signatureHash('Withdrawal(address,uint256)'))

let base: BaseReader

beforeAll(async () => {
  base = await openSmallBase()
})
afterAll(() => base.close())

interface Change {
  readonly block: number
  readonly address: string
  readonly wei: bigint
}

/** Movements of native value: transactions, their fees, and withdrawals of wrapped tokens. */
function changesByTransactions(chainId: string, wrapped: string): Change[] {
  return transactionsOf(base)
    .filter(({ chain_id }) => chain_id === chainId)
    .flatMap((row) => {
      const block = row.block_number
      const fee = BigInt(row.gas_used) * BigInt(row.gas_price)
      const moved = row.status === 1 ? BigInt(row.value) : 0n
      const withdrawn = decodeReceipt(row.receipt)
        .logs.filter(({ address, topics: [topic] }) => {
          return evmAddressText(address) === wrapped && topic && toHex(topic) === withdrawal
        })
        .flatMap(({ data, topics: [, holder] }): Change[] => {
          const wei = BigInt(toHex(data))
          const address = evmAddressText((holder ?? new Uint8Array(32)).slice(12))
          return [
            { block, address: wrapped, wei: -wei },
            { block, address, wei },
          ]
        })
      return [
        { block, address: row.sender, wei: -fee - moved },
        { block, address: row.recipient, wei: moved },
        { block, address: feeReceiver, wei: fee },
        ...withdrawn,
      ]
    })
}

/** Whole coins that the genesis of an L1 gives to the treasury and to all others. */
const fromGenesis = { treasury: 2_000_000n, member: 10_000n }

/** Balances of the cast from the genesis of an L1. */
function changesByGenesis(chainId: string): Change[] {
  const rows = rowsOf<{ address: string; balance: string }>(
    base,
    `SELECT address, balance FROM evm_balance WHERE chain_id = '${chainId}' AND block_number = 0`,
  )
  for (const { address, balance } of rows) {
    const coins = address === treasury ? fromGenesis.treasury : fromGenesis.member
    expect(balance).toBe(String(coins * 10n ** 18n))
  }
  return rows.map(({ address, balance }) => ({ block: 0, address, wei: BigInt(balance) }))
}

/** Amounts that atomic transactions, read from their bytes, bring to a C-chain and take away. */
function changesByAtomic(chainId: string): Change[] {
  const rows = rowsOf<{ block: number; bytes: Uint8Array }>(
    base,
    `SELECT CAST(block_number AS INTEGER) AS block, bytes FROM primary_transaction
     JOIN evm_chain USING (network) WHERE chain = 'C' AND chain_id = '${chainId}'
     AND evm_chain.subnet_id = '11111111111111111111111111111111LpoYY'`,
  )
  return rows.flatMap(({ block, bytes }) => {
    const { unsigned } = atomicTransactions.decode(new Uint8Array(bytes))
    const [sides, sign] =
      unsigned.type === 'ImportTx' ? [unsigned.outputs, 1n] : [unsigned.inputs, -1n]
    return sides.map(({ address, amount }) => ({
      block,
      address: evmAddressText(address),
      wei: sign * amount * 1_000_000_000n,
    }))
  })
}

test.each(['43114', '43113', '930114', '930113'])(
  'balances of chain %s are what value, fees and withdrawals leave',
  (chainId) => {
    const [token] = rowsOf<{ address: string }>(
      base,
      `SELECT address FROM contract WHERE chain_id = '${chainId}' AND name LIKE 'Wrapped %'
       AND symbol LIKE 'W%' ORDER BY seq LIMIT 1`,
    )
    const changes = [
      ...changesByGenesis(chainId),
      ...changesByAtomic(chainId),
      ...changesByTransactions(chainId, token?.address ?? ''),
    ].sort((a, b) => a.block - b.block)

    const balances = new Map<string, bigint>()
    const rows = new Map<string, bigint>()
    for (const { block, address, wei } of changes) {
      const before = balances.get(address) ?? 0n
      balances.set(address, before + wei)
      rows.set(`${block} ${address}`, before + wei)
    }
    for (const balance of balances.values()) expect(balance).toBeGreaterThanOrEqual(0n)

    const stored = rowsOf<{ address: string; block_number: number; balance: string }>(
      base,
      `SELECT address, block_number, balance FROM evm_balance WHERE chain_id = '${chainId}'
       ORDER BY address, block_number`,
    )
    for (const { address, block_number, balance } of stored)
      expect([address, block_number, rows.get(`${block_number} ${address}`)]).toEqual([
        address,
        block_number,
        BigInt(balance),
      ])
    // Every block that changes a balance has a row, and no other has.
    const last = new Map<string, bigint>()
    let changed = 0
    for (const [key, balance] of rows) {
      const address = key.split(' ')[1] ?? ''
      if ((last.get(address) ?? 0n) !== balance) changed++
      last.set(address, balance)
    }
    expect(stored).toHaveLength(changed)
  },
)
