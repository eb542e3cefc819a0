import { afterAll, beforeAll, expect, test } from 'vitest'
import { decode } from '../../../src/formats/codec.ts'
import { decodeCorethBlock } from '../../../src/formats/evm/blocks.ts'
import { encodeCb58, fromCheckedHex, idOf, nodeIdText, parseId } from '../../../src/formats/ids.ts'
import { PlatformBlock } from '../../../src/formats/p-chain-blocks.ts'
import {
  decodeProposerBlock,
  hasValidSignature,
  proposerBlockId,
  proposerOf,
} from '../../../src/formats/proposer-blocks.ts'
import { decodeVertex, ExchangeBlock } from '../../../src/formats/x-chain-blocks.ts'
import { networkConstants } from '../../../src/networks/constants.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { groupBy, openSmallBase, rowsOf } from '../evm/evm-base.ts'
import { type PrimaryTransactionRow, primaryTransactionsOf } from './primary-base.ts'

interface BlockRow {
  network: 'mainnet' | 'fuji'
  chain: 'P' | 'X' | 'C'
  height: number
  block_id: string
  parent_id: string
  timestamp: number
  block_type: string
  tx_count: number
  size_bytes: number
  proposer_id: string | null
  proposer_parent_id: string | null
  proposer_node_id: string | null
  proposer_p_chain_height: number | null
  proposer_timestamp: number | null
}

interface ContainerRow {
  network: 'mainnet' | 'fuji'
  chain: 'P' | 'X' | 'C'
  kind: 'block' | 'tx' | 'vtx'
  position: number
  id: string
  accepted_at: string
  bytes: string
}

let base: BaseReader
let blocks: Map<string, BlockRow[]>
let containers: Map<string, ContainerRow[]>
let transactions: PrimaryTransactionRow[]

beforeAll(async () => {
  base = await openSmallBase()
  blocks = groupBy(
    rowsOf<BlockRow>(base, 'SELECT * FROM primary_block ORDER BY network, chain, height'),
    ({ network, chain }) => `${network} ${chain}`,
  )
  containers = groupBy(
    rowsOf<ContainerRow>(base, 'SELECT * FROM container ORDER BY network, chain, kind, position'),
    ({ network, chain, kind }) => `${network} ${chain} ${kind}`,
  )
  transactions = primaryTransactionsOf(base)
})
afterAll(() => base.close())

const seconds = (time: string) => Date.parse(time) / 1000

/** The inner block of a container, and the outer one if there is one. */
function opened({ bytes }: ContainerRow, isWrapped: boolean) {
  const whole = fromCheckedHex(bytes)
  if (!isWrapped) return { outer: undefined, inner: whole }
  const outer = decodeProposerBlock(whole)
  return { outer, inner: outer.innerBlock }
}

test('every block but the genesis has the container one below its height', () => {
  expect([...blocks.keys()]).toEqual([
    'fuji C',
    'fuji P',
    'fuji X',
    'mainnet C',
    'mainnet P',
    'mainnet X',
  ])
  for (const [key, rows] of blocks) {
    const list = containers.get(`${key} block`) ?? []
    expect(rows.map(({ height }) => height)).toEqual(rows.map((_, index) => index))
    expect(list.length).toBe(rows.length - 1)
    for (const row of rows.slice(1)) {
      const container = list[row.height - 1]
      const { apricotPhase4 } = networkConstants[row.network].upgrades
      if (!container) throw new Error(`${key} ${row.height} has no container`)
      const isWrapped = row.proposer_id !== null
      const wallClock = row.proposer_timestamp ?? row.timestamp
      if (row.proposer_timestamp !== null) expect(isWrapped).toBe(true)
      else if (!isWrapped) expect(wallClock).toBeLessThan(seconds(apricotPhase4))
      const { inner } = opened(container, isWrapped)
      expect(inner.length).toBe(row.size_bytes)
      if (row.chain !== 'C') expect(encodeCb58(idOf(inner))).toBe(row.block_id)
      const id = isWrapped ? row.proposer_id : row.chain === 'C' ? container.id : row.block_id
      expect(container.id).toBe(id)
    }
  }
})

test('inner blocks link, hold the transactions of their rows and have the form of their era', () => {
  const byBlock = groupBy(transactions, ({ network, chain, block_id }) =>
    [network, chain, block_id].join(),
  )
  for (const [key, rows] of blocks)
    rows.forEach((row, index) => {
      const parent = rows[index - 1]
      if (!parent) return
      expect(row.parent_id).toBe(parent.block_id)
      expect(row.timestamp).toBeGreaterThanOrEqual(parent.timestamp)
      const container = containers.get(`${key} block`)?.[row.height - 1]
      if (!container) throw new Error('no container')
      const { inner } = opened(container, row.proposer_id !== null)
      const held = (byBlock.get([row.network, row.chain, row.block_id].join()) ?? []).sort(
        (a, b) => a.position - b.position,
      )
      expect(held.length).toBe(row.tx_count)
      if (row.chain === 'C') {
        expect(decodeCorethBlock(inner).header.timestamp).toBe(BigInt(row.timestamp))
        return
      }
      const content =
        row.chain === 'P' ? decode(PlatformBlock, inner) : decode(ExchangeBlock, inner)
      expect(content.height).toBe(BigInt(row.height))
      expect(content.type).toBe(row.block_type)
      const txs = [
        ...('transactions' in content ? content.transactions : []),
        ...('transaction' in content ? [content.transaction] : []),
      ]
      expect(txs.map((bytes) => encodeCb58(idOf(bytes)))).toEqual(held.map(({ tx_id }) => tx_id))
      const { banff } = networkConstants[row.network].upgrades
      if (row.chain === 'P')
        expect(content.type.startsWith('Banff')).toBe(row.timestamp >= seconds(banff))
      if ('time' in content) expect(content.time).toBe(BigInt(row.timestamp))
    })
})

test('outer blocks link by outer ids, carry valid signatures and epochs since Granite', () => {
  for (const [key, rows] of blocks) {
    const { network, chain } = rows[0] ?? { network: 'mainnet', chain: 'P' }
    const { xChainId, cChainId, upgrades } = networkConstants[network]
    const chainId = { P: new Uint8Array(32), X: parseId(xChainId), C: parseId(cChainId) }[chain]
    const list = containers.get(`${key} block`) ?? []
    let signed = 0
    let epoch: bigint | undefined
    rows.slice(1).forEach((row, index) => {
      if (row.proposer_id === null) return
      const container = list[index]
      if (!container) throw new Error('no container')
      const { outer } = opened(container, true)
      if (!outer) throw new Error('not wrapped')
      const genesis = rows[0]?.block_id
      expect(encodeCb58(outer.parentId)).toBe(
        list[index - 1]?.id ?? (chain === 'C' ? row.proposer_parent_id : genesis),
      )
      expect(encodeCb58(outer.parentId)).toBe(row.proposer_parent_id)
      expect(encodeCb58(proposerBlockId(outer))).toBe(row.proposer_id)
      expect(hasValidSignature(chainId, outer)).toBe(true)
      const proposer = proposerOf(outer)
      expect(proposer ? nodeIdText(proposer) : null).toBe(row.proposer_node_id)
      if (proposer) signed++
      expect(outer.type === 'Option').toBe(/Commit|Abort/.test(row.block_type))
      if (outer.type === 'Option') return
      expect(outer.timestamp).toBe(BigInt(row.proposer_timestamp ?? -1))
      expect(outer.pChainHeight).toBe(BigInt(row.proposer_p_chain_height ?? -1))
      expect(outer.type === 'GraniteBlock').toBe(
        outer.timestamp >= BigInt(seconds(upgrades.granite)),
      )
      if (outer.type !== 'GraniteBlock') return
      expect(outer.epoch.number - (epoch ?? 0n)).toBeOneOf([0n, 1n])
      if (epoch === undefined) expect(outer.epoch.number).toBe(1n)
      epoch = outer.epoch.number
    })
    expect(signed).toBeGreaterThan(10)
    expect(epoch).toBeGreaterThan(1n)
    const first = rows.find(({ proposer_id }) => proposer_id !== null)
    expect(first?.proposer_node_id).toBeNull()
  }
})

test('who proposes validates the primary network at that height', () => {
  const periods = rowsOf<{
    network: string
    node_id: string
    start_height: number
    end_height: number | null
  }>(base, "SELECT * FROM staking_period WHERE subnet_id = '11111111111111111111111111111111LpoYY'")
  for (const row of [...blocks.values()].flat()) {
    const height = row.proposer_p_chain_height
    if (row.proposer_node_id === null || height === null) continue
    const isValidator = periods.some(
      (period) =>
        period.network === row.network &&
        period.node_id === row.proposer_node_id &&
        period.start_height <= height &&
        (period.end_height ?? Number.POSITIVE_INFINITY) > height,
    )
    expect(isValidator, `${row.chain} ${row.height}`).toBe(true)
  }
})

test('the DAG ends in the stop vertex, on which block 0 of the X-chain stands', () => {
  for (const network of ['mainnet', 'fuji'] as const) {
    const vertices = containers.get(`${network} X vtx`) ?? []
    const heights = new Map<string, bigint>()
    for (const [index, container] of vertices.entries()) {
      const bytes = fromCheckedHex(container.bytes)
      expect(encodeCb58(idOf(bytes))).toBe(container.id)
      const vertex = decodeVertex(bytes)
      const parents = vertex.parentIds.map((id) => heights.get(encodeCb58(id)))
      expect(parents).not.toContain(undefined)
      const above = parents.reduce<bigint>(
        (height, parent = 0n) => (parent + 1n > height ? parent + 1n : height),
        0n,
      )
      expect(vertex.height).toBe(above)
      heights.set(container.id, vertex.height)
      expect(vertex.type === 'StopVertex').toBe(index === vertices.length - 1)
    }
    expect(blocks.get(`${network} X`)?.[0]?.parent_id).toBe(vertices.at(-1)?.id)
    expect(blocks.get(`${network} X`)?.[0]?.timestamp).toBe(
      seconds(networkConstants[network].upgrades.cortina),
    )
    // Somewhere two vertices lie side by side.
    expect(new Set(heights.values()).size).toBeLessThan(heights.size)
  }
})

test('the index of transactions holds the whole X-chain in the order of its rows', () => {
  for (const network of ['mainnet', 'fuji'] as const) {
    const own = transactions.filter((row) => row.network === network && row.chain === 'X')
    const list = containers.get(`${network} X tx`) ?? []
    expect(list.map(({ id }) => id)).toEqual(own.map(({ tx_id }) => tx_id))
    expect(list.map(({ bytes }) => encodeCb58(idOf(fromCheckedHex(bytes))))).toEqual(
      list.map(({ id }) => id),
    )
  }
})

test('acceptance never goes back, and what is older than the node carries its bootstrap', () => {
  const joined = '2026-01-05T'
  for (const list of containers.values()) {
    const keys = list.map(({ accepted_at }) => {
      expect(accepted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,8}[1-9])?Z$/)
      const [whole = '', fraction = ''] = accepted_at.slice(0, -1).split('.')
      return whole + fraction.padEnd(9, '0')
    })
    expect(keys).toEqual([...keys].sort())
    expect(keys[0]?.startsWith(joined)).toBe(true)
  }
})
