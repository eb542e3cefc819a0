import { afterAll, beforeAll, expect, test } from 'vitest'
import { PrimaryNetworkTxType } from '../../../schemas/data/transactions.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf } from '../evm/evm-base.ts'

const ewoq = {
  mainnet: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  fuji: 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
}
const avax = {
  mainnet: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
  fuji: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
}
const networks = ['mainnet', 'fuji'] as const

let base: BaseReader
beforeAll(async () => {
  base = await openSmallBase()
})
afterAll(() => base.close())

const list = (sql: string): string[] =>
  rowsOf<{ value: string }>(base, sql).map(({ value }) => value)

test('both networks have every transaction type, reward type and kind of output', () => {
  const types = (PrimaryNetworkTxType as unknown as { anyOf: { const: string }[] }).anyOf
  for (const network of networks) {
    expect(
      list(
        `SELECT DISTINCT tx_type AS value FROM primary_transaction
         WHERE network = '${network}' ORDER BY 1`,
      ),
    ).toEqual(types.map((type) => type.const).sort())
    expect(
      list(
        `SELECT DISTINCT reward_type AS value FROM utxo
         WHERE network = '${network}' AND reward_type IS NOT NULL ORDER BY 1`,
      ),
    ).toEqual(['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'])
    expect(
      list(
        `SELECT DISTINCT output_type AS value FROM utxo WHERE network = '${network}' ORDER BY 1`,
      ),
    ).toEqual(['mint', 'nft mint', 'nft transfer', 'transfer'])
  }
})

test('AVAX goes between all pairs of chains, and some waits in shared memory', () => {
  for (const network of networks) {
    const routes = groupBy(
      rowsOf<{ route: string; waits: 0 | 1; locktime: number }>(
        base,
        `SELECT created_on_chain || consumed_on_chain AS route, consumed_by IS NULL AS waits,
         locktime FROM utxo WHERE network = '${network}' AND created_on_chain <> consumed_on_chain`,
      ),
      ({ route }) => route,
    )
    expect([...routes.keys()].sort()).toEqual(['CP', 'CX', 'PC', 'PX', 'XC', 'XP'])
    for (const route of ['PX', 'XP', 'XC', 'PC']) {
      const waiting = routes.get(route)?.filter(({ waits }) => waits === 1) ?? []
      expect(waiting.length, `${network} ${route}`).toBeGreaterThan(0)
    }
  }
})

test('every block type of the P-chain occurs on both networks', () => {
  for (const network of networks)
    expect(
      list(
        `SELECT DISTINCT block_type AS value FROM primary_block
         WHERE network = '${network}' AND chain = 'P' ORDER BY 1`,
      ),
    ).toEqual([
      'ApricotAbortBlock',
      'ApricotAtomicBlock',
      'ApricotCommitBlock',
      'ApricotProposalBlock',
      'ApricotStandardBlock',
      'BanffAbortBlock',
      'BanffCommitBlock',
      'BanffProposalBlock',
      'BanffStandardBlock',
    ])
})

test('ewoq acts on every chain, has every kind of balance, delegates, owns and validates', () => {
  const now = 1_768_435_200
  for (const network of networks) {
    const address = ewoq[network]
    expect(
      list(
        `SELECT DISTINCT chain AS value FROM address_transaction
         WHERE network = '${network}' AND address = '${address}' ORDER BY 1`,
      ),
    ).toEqual(['C', 'P', 'X'])
    const kinds = rowsOf<{ kind: string }>(
      base,
      `SELECT DISTINCT CASE
         WHEN created_on_chain <> consumed_on_chain AND locktime > ${now} THEN 'atomicLocked'
         WHEN created_on_chain <> consumed_on_chain THEN 'atomicUnlocked'
         WHEN stake_start > ${now} THEN 'pendingStaked'
         WHEN stake_end > ${now} AND stakeable_locktime > stake_end THEN 'lockedStaked'
         WHEN stake_end > ${now} THEN 'unlockedStaked'
         WHEN stakeable_locktime > ${now} THEN 'lockedStakeable'
         WHEN locktime > ${now} THEN 'lockedPlatform'
         ELSE 'unlockedUnstaked' END AS kind
       FROM utxo JOIN address_utxo a ON a.utxo_seq = utxo.seq
       WHERE a.network = '${network}' AND a.address = '${address}' AND consumed_by IS NULL
         AND (created_on_chain = 'P' OR consumed_on_chain = 'P') ORDER BY 1`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'atomicLocked',
      'atomicUnlocked',
      'lockedPlatform',
      'lockedStakeable',
      'lockedStaked',
      'pendingStaked',
      'unlockedStaked',
      'unlockedUnstaked',
    ])
    const owned = (table: string, column: string) =>
      list(
        `SELECT o.address AS value FROM ${table} o JOIN ${column} t ON t.seq = o.${column}_seq
         WHERE t.network = '${network}' AND o.address = '${address}'`,
      ).length
    expect(owned('subnet_owner', 'subnet')).toBeGreaterThan(1)
    expect(owned('l1_validator_owner', 'l1_validator')).toBeGreaterThan(1)
    expect(owned('delegator_reward_address', 'delegator')).toBeGreaterThan(3)
  }
})

test('a page of a hundred transactions holds more than 500 UTXOs', () => {
  const [sum] = rowsOf<{ value: number }>(
    base,
    `WITH page AS (SELECT seq FROM primary_transaction
       WHERE network = 'mainnet' AND chain = 'P' ORDER BY seq DESC LIMIT 100)
     SELECT count(*) AS value FROM utxo JOIN page
       ON page.seq = utxo.emitted_by OR page.seq = utxo.consumed_by`,
  )
  expect(sum?.value).toBeGreaterThan(500)
})

test('subnets are permissioned, elastic, converted or bare, and their EVM chains have a genesis', () => {
  for (const network of networks) {
    const subnets = rowsOf<{ subnet_id: string; is_l1: number; chains: number }>(
      base,
      `SELECT subnet_id, is_l1, (SELECT count(*) FROM blockchain b
         WHERE b.network = s.network AND b.subnet_id = s.subnet_id) AS chains
       FROM subnet s WHERE network = '${network}' ORDER BY seq`,
    )
    expect(subnets.map(({ is_l1 }) => is_l1)).toEqual([0, 0, 0, 1, 0])
    expect(subnets.map(({ chains }) => chains)).toEqual([3, 2, 1, 1, 0])
    const chains = rowsOf<{ evm_chain_id: number; genesis_data: string | null }>(
      base,
      `SELECT * FROM blockchain WHERE network = '${network}' ORDER BY seq`,
    )
    for (const { evm_chain_id, genesis_data } of chains)
      expect(genesis_data && JSON.parse(genesis_data).config.chainId).toBe(evm_chain_id || null)
  }
})

test('the world itself burns no asset but AVAX, and what is reserved for rewards of a subnet', () => {
  const burned = rowsOf<{ network: 'mainnet' | 'fuji'; asset_id: string }>(
    base,
    `SELECT DISTINCT a.network, a.asset_id FROM transaction_amount AS a
     JOIN primary_transaction AS t ON t.seq = a.tx_seq
     WHERE kind = 'burned' AND tx_type <> 'TransformSubnetTx' ORDER BY 1`,
  )
  expect(burned).toEqual([
    { network: 'fuji', asset_id: avax.fuji },
    { network: 'mainnet', asset_id: avax.mainnet },
  ])
})
