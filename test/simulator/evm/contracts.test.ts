import { afterAll, beforeAll, expect, test } from 'vitest'
import { ResourceLinkType } from '../../../schemas/data/contracts.ts'
import { CurrencyCode } from '../../../schemas/scalars.ts'
import { evmAddressText, parseEvmAddress } from '../../../src/formats/addresses.ts'
import { createdAddress } from '../../../src/formats/evm/transactions.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf } from './evm-base.ts'

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

interface ContractRow {
  seq: number
  chain_id: string
  network: string
  address: string
  erc_type: string
  symbol: string | null
  decimals: number | null
  deployer: string | null
  deployer_contract: string | null
  deployment_tx: number | null
  tx_sender: string | null
  tx_recipient: string | null
  tx_status: number | null
  call_type: string | null
  nonce: number
  [column: string]: string | number | null
}

let base: BaseReader
let contracts: ContractRow[]

const valuesOf = (schema: object) =>
  (schema as { anyOf: { const: string }[] }).anyOf.map((value) => value.const)

beforeAll(async () => {
  base = await openSmallBase()
  contracts = rowsOf(
    base,
    `SELECT c.*, e.network, t.sender AS tx_sender, t.recipient AS tx_recipient,
     t.status AS tx_status, t.call_type, t.nonce
     FROM contract c JOIN evm_chain e USING (chain_id)
     LEFT JOIN evm_transaction t ON t.seq = c.deployment_tx AND t.chain_id = c.chain_id
     ORDER BY c.seq`,
  )
})
afterAll(() => base.close())

test('addresses carry the checksum of EIP-55', () => {
  for (const { address } of contracts)
    expect(evmAddressText(parseEvmAddress(address.toLowerCase()))).toBe(address)
})

test('tokens of the real C-chain have their real addresses and decimals', () => {
  const found = new Map(contracts.map(({ chain_id, address, ...row }) => [chain_id + address, row]))
  const known: [string, string, string, number][] = [
    ['43114', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'WAVAX', 18],
    ['43114', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USDC', 6],
    ['43114', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 'USDt', 6],
    ['43114', '0x152b9d0FdC40C096757F570A51E494bd4b943E50', 'BTC.b', 8],
    ['43113', '0x5425890298aed601595a70AB815c96711a31Bc65', 'USDC', 6],
  ]
  for (const [chainId, address, symbol, decimals] of known)
    expect(found.get(chainId + address)).toMatchObject({ symbol, decimals, deployer: null })
})

test('a deployed contract has the address that its transaction gives', () => {
  const creations = new Map<string, number>()
  for (const contract of contracts) {
    if (contract.deployment_tx === null) {
      expect([contract.deployer, contract.deployer_contract]).toEqual([null, null])
      continue
    }
    const { deployer, deployer_contract: factory, nonce } = contract
    expect([contract.tx_sender, contract.tx_status]).toEqual([deployer, 1])
    if (factory === null) {
      expect(contract.call_type).toBe('CONTRACT_CREATION')
      const sender = parseEvmAddress(deployer ?? '')
      expect(contract.address).toBe(evmAddressText(createdAddress(sender, BigInt(nonce))))
      expect(contract.tx_recipient).toBe(contract.address)
    } else {
      expect([contract.call_type, contract.tx_recipient]).toEqual(['CONTRACT_CALL', factory])
      // A contract's own nonce starts at 1 and counts what it creates (EIP-161).
      const key = contract.chain_id + factory
      const count = (creations.get(key) ?? 0) + 1
      creations.set(key, count)
      const creator = parseEvmAddress(factory)
      expect(contract.address).toBe(evmAddressText(createdAddress(creator, BigInt(count))))
    }
  }
  expect(creations.size).toBe(2)
})

test('every kind of contract, every optional column and every kind of link occurs', () => {
  for (const rows of groupBy(contracts, ({ network }) => network).values()) {
    expect(new Set(rows.map(({ erc_type }) => erc_type))).toEqual(
      new Set(['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN']),
    )
    expect(rows.some(({ name }) => name === null)).toBe(true)
  }
  for (const column of Object.keys(contracts[0] ?? {}))
    expect([column, contracts.some((row) => row[column] !== null)]).toEqual([column, true])
  const links = rowsOf<{ network: string; type: string }>(
    base,
    `SELECT DISTINCT network, type FROM contract_link l JOIN contract c ON c.seq = l.contract_seq
     JOIN evm_chain USING (chain_id)`,
  )
  for (const types of groupBy(links, ({ network }) => network).values())
    expect(types.map(({ type }) => type).sort()).toEqual(valuesOf(ResourceLinkType).sort())
  expect(rowsOf(base, 'SELECT 1 FROM contract_tag').length).toBeGreaterThan(5)
})

test('the protagonist has deployed each kind of contract on both networks', () => {
  for (const rows of groupBy(contracts, ({ network }) => network).values())
    expect(
      new Set(rows.filter(({ deployer }) => deployer === ewoq).map(({ erc_type }) => erc_type)),
    ).toEqual(new Set(['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN']))
})

test('the protagonist is in every list of every chain with such contracts', () => {
  for (const chainId of ['43114', '43113', '930114', '930113'])
    for (const table of [
      'evm_native_activity',
      'erc20_activity',
      'erc721_activity',
      'erc1155_activity',
    ]) {
      const rows = rowsOf(
        base,
        `SELECT 1 FROM ${table} WHERE chain_id = '${chainId}' AND address = '${ewoq.toLowerCase()}'`,
      )
      expect([chainId, table, rows.length > 0]).toEqual([chainId, table, true])
    }
  const held = rowsOf<{ network: string; erc_type: string }>(
    base,
    `SELECT DISTINCT network, erc_type FROM nft_balance JOIN evm_chain USING (chain_id)
     WHERE holder = '${ewoq}'`,
  )
  expect(held).toHaveLength(4)
})

test('prices are decimals, and every currency of the contract has a rate', () => {
  const prices = rowsOf<{ usd: string; contract: string }>(base, 'SELECT * FROM token_price')
  for (const { usd } of prices) expect(usd).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/)
  expect(prices.map(({ contract }) => contract)).toContain('')
  const rates = rowsOf<{ currency: string; per_usd: string }>(base, 'SELECT * FROM currency_rate')
  expect(rates.map(({ currency }) => currency).sort()).toEqual(valuesOf(CurrencyCode).sort())
  expect(rates.find(({ currency }) => currency === 'usd')?.per_usd).toBe('1')
})
