import { statement } from '../../store/statement.ts'
import { type Interval, intervals, startOf } from '../../time/calendar.ts'
import { groupBy } from '../../util/grouping.ts'
import { type ColumnValue, differences } from '../compare.ts'
import { perWorld } from '../per-world.ts'
import type { Rule } from '../rule.ts'
import { contracts } from './contracts.ts'
import { type EvmBlockRow, evmBlockRows } from './evm-blocks.ts'
import { evmChainById } from './evm-chains.ts'
import { evmTransactions } from './evm-transactions.ts'
import { transfers } from './transfers.ts'

/** Role of an address in a block; addresses in lower case. */
interface Deed {
  readonly address: string
  readonly role: 'received' | 'sent' | 'deployed'
}

/** A block other than genesis, with its counts. */
interface CountedBlock {
  readonly scopes: readonly string[]
  readonly timestamp: number
  readonly gasPrices: readonly bigint[]
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesPaid: bigint
  /** Rates per second since the block before. */
  readonly tps: number
  readonly gps: number
  readonly contracts: number
  readonly deeds: readonly Deed[]
}

const zeroAddress = `0x${'0'.repeat(40)}`

/** Returns all counted blocks, in the order of time. */
const countedBlocks = perWorld((world): readonly CountedBlock[] => {
  const blockKey = (block: { chain_id: string; block_number: number }) =>
    `${block.chain_id} ${block.block_number}`
  const txs = groupBy(evmTransactions(world), blockKey)
  const moves = groupBy(transfers(world), ({ transaction }) => blockKey(transaction))
  const deployments = groupBy(contracts(world), ({ deployment_tx }) => deployment_tx)
  return evmBlockRows(world)
    .flatMap((row, index, rows) => {
      if (row.number === 0) return []
      const own = txs.get(`${row.chain_id} ${row.number}`) ?? []
      const made = own.flatMap(({ seq }) => deployments.get(seq) ?? [])
      const gasUsed = sum(own.map((tx) => BigInt(tx.gas_used)))
      const seconds = secondsSince(rows[index - 1], row)
      return {
        scopes: [row.chain_id, evmChainById(world).get(row.chain_id)?.network ?? '', 'total'],
        timestamp: row.timestamp,
        gasPrices: own.map(({ gas_price }) => BigInt(gas_price)),
        gasUsed,
        feesPaid: sum(own.map((tx) => BigInt(tx.gas_used) * BigInt(tx.gas_price))),
        tps: own.length / seconds,
        gps: Number(gasUsed) / seconds,
        contracts: made.length,
        deeds: [
          ...own.flatMap(({ sender, recipient, content }) => [
            { address: sender, role: 'sent' as const },
            ...(content.to === null ? [] : [{ address: recipient, role: 'received' as const }]),
          ]),
          ...(moves.get(`${row.chain_id} ${row.number}`) ?? []).flatMap(({ from, to }) => [
            { address: from, role: 'sent' as const },
            { address: to, role: 'received' as const },
          ]),
          ...made.map((contract) => ({
            address: contract.deployer_contract ?? contract.deployer ?? '',
            role: 'deployed' as const,
          })),
        ]
          .map(({ address, role }) => ({ address: address.toLowerCase(), role }))
          .filter(({ address }) => address !== zeroAddress),
      }
    })
    .sort((a, b) => a.timestamp - b.timestamp)
})

/**
 * Returns the seconds since the block before; infinite for the first block of a chain, after
 * genesis; G-116.
 */
const secondsSince = (before: EvmBlockRow | undefined, { timestamp }: EvmBlockRow): number =>
  before === undefined || before.number === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(1, timestamp - before.timestamp)

/** Addresses present in a period, by role. */
class Presence {
  readonly active = new Set<string>()
  readonly senders = new Set<string>()
  readonly deployers = new Set<string>()

  add({ address, role }: Deed): void {
    if (role === 'deployed') {
      this.deployers.add(address)
      return
    }
    this.active.add(address)
    if (role === 'sent') this.senders.add(address)
  }
}

/** Returns the counted blocks of each scope. */
const blocksByScope = perWorld((world) => {
  const pairs = countedBlocks(world).flatMap((block) =>
    block.scopes.map((scope) => ({ scope, block })),
  )
  return groupBy(pairs, ({ scope }) => scope)
})

/** Returns the expected row of each period with a block, by the key of the row. */
const expectedPeriods = perWorld((world) => {
  const periods = new Map<string, Readonly<Record<string, ColumnValue>>>()
  for (const [scope, pairs] of blocksByScope(world))
    for (const interval of intervals) {
      const ever = { presence: new Presence(), txs: 0, contracts: 0 }
      const blocksOf = groupBy(pairs, ({ block }) => startOf(interval, block.timestamp))
      const last = lastSeenIn(blocksOf)
      for (const [start, own] of blocksOf) {
        const blocks = own.map(({ block }) => block)
        const period = { ...periodOf(blocks, ever), ...last(start) }
        periods.set(keyOf({ scope, interval, start }), period)
      }
    }
  return periods
})

/** Counts the addresses that were active, or sent something, in a period and in none after it. */
function lastSeenIn(blocksOf: ReadonlyMap<number, readonly { readonly block: CountedBlock }[]>) {
  const active = new Map<string, number>()
  const sent = new Map<string, number>()
  for (const [start, own] of blocksOf)
    for (const { block } of own)
      for (const { address, role } of block.deeds) {
        if (role !== 'deployed') active.set(address, start)
        if (role === 'sent') sent.set(address, start)
      }
  const addresses = groupBy(active.values(), (start) => start)
  const senders = groupBy(sent.values(), (start) => start)
  return (start: number) => ({
    last_addresses: addresses.get(start)?.length ?? 0,
    last_senders: senders.get(start)?.length ?? 0,
  })
}

interface Ever {
  readonly presence: Presence
  txs: number
  contracts: number
}

function periodOf(blocks: readonly CountedBlock[], ever: Ever) {
  const there = new Presence()
  for (const deed of blocks.flatMap(({ deeds }) => deeds)) {
    there.add(deed)
    ever.presence.add(deed)
  }
  const prices = blocks.flatMap(({ gasPrices }) => gasPrices)
  const contractCount = blocks.reduce((count, { contracts }) => count + contracts, 0)
  ever.txs += prices.length
  ever.contracts += contractCount
  return {
    last_block_at: Math.max(...blocks.map(({ timestamp }) => timestamp)),
    tx_count: prices.length,
    gas_used: sum(blocks.map(({ gasUsed }) => gasUsed)),
    fees_paid: sum(blocks.map(({ feesPaid }) => feesPaid)),
    gas_prices: sum(prices),
    max_gas_price: prices.reduce((highest, price) => (price > highest ? price : highest), 0n),
    max_tps: Math.max(...blocks.map(({ tps }) => tps)),
    max_gps: Math.max(...blocks.map(({ gps }) => gps)),
    active_addresses: there.active.size,
    active_senders: there.senders.size,
    contracts: contractCount,
    deployers: there.deployers.size,
    cumulative_txs: ever.txs,
    cumulative_addresses: ever.presence.active.size,
    cumulative_contracts: ever.contracts,
    cumulative_deployers: ever.presence.deployers.size,
  }
}

/** Hours, days, weeks and months equal the sums of their blocks. */
export const evmPeriods: Rule = {
  name: 'evm-periods',
  check(world, findings) {
    const expected = expectedPeriods(world)
    const rows = world.all(selectPeriods, {})
    findings.each(rows, idsOfPeriod, (row) => {
      const period = expected.get(keyOf(row))
      return period ? differences(row, period) : ['has a row, but no block']
    })
    const present = new Set(rows.map(keyOf))
    const missing = [...expected.keys()].filter((key) => !present.has(key))
    findings.unexpected(missing, (key) => key.split(' '), 'is a period without a row')
  },
}

/** The last activity, sending and deployment of every address have the right times. */
export const evmLastActive: Rule = {
  name: 'evm-last-active',
  check(world, findings) {
    const expected = new Map<string, Record<string, number | null>>()
    for (const { scopes, timestamp, deeds } of countedBlocks(world))
      for (const scope of scopes)
        for (const { address, role } of deeds) {
          const key = `${scope} ${address}`
          const known = expected.get(key) ?? { active_at: null, sent_at: null, deployed_at: null }
          expected.set(key, {
            ...known,
            ...(role === 'deployed' ? { deployed_at: timestamp } : { active_at: timestamp }),
            ...(role === 'sent' && { sent_at: timestamp }),
          })
        }
    const rows = world.all(selectLastActive, {})
    const rowKey = (row: LastActiveRow) => `${row.scope} ${row.address.toLowerCase()}`
    findings.each(
      rows,
      ({ scope, address }) => [address, scope],
      (row) => {
        const last = expected.get(rowKey(row))
        return last ? differences(row, last) : ['has a row, but was never active']
      },
    )
    const present = new Set(rows.map(rowKey))
    const missing = [...expected.keys()].filter((key) => !present.has(key))
    findings.unexpected(missing, (key) => key.split(' '), 'was active, but has no row')
  },
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)

interface PeriodKey {
  scope: string
  interval: Interval
  /** Epoch seconds. */
  start: number
}
const keyOf = ({ scope, interval, start }: PeriodKey) => `${scope} ${interval} ${start}`
const idsOfPeriod = ({ scope, interval, start }: PeriodKey): readonly string[] => [
  scope,
  interval,
  String(start),
]

const selectPeriods = statement<Record<string, never>, PeriodKey>(
  'SELECT * FROM evm_period ORDER BY scope, interval, start',
)

interface LastActiveRow {
  scope: string
  address: string
}
const selectLastActive = statement<Record<string, never>, LastActiveRow>(
  'SELECT * FROM evm_last_active ORDER BY scope, address',
)
