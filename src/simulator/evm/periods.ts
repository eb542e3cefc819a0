import { type Interval, intervals, startOf } from '../../calendar.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { transfersPerTransaction } from '../../store/tables/evm-contracts.ts'
import type { Row, WorldStore } from '../../store/world-store.ts'
import { zeroAddressText } from './ledger.ts'

/**
 * Counts an accepted block, whose rows are all there, in the hour, day, week and month of its time:
 * for its chain, for the chains of its network and for all. Blocks come in the order of time.
 */
export function countBlock(
  store: WorldStore,
  { chainId, network }: { chainId: string; network: Network },
  number: number,
): void {
  const block = readBlock(store, chainId, number)
  for (const scope of [chainId, network, 'total']) {
    const met = meet(store, scope, block)
    for (const interval of intervals) addTo(store, { scope, interval }, block, met)
  }
}

/** What an address does, by the column that says when it last did. */
type Role = 'active_at' | 'sent_at' | 'deployed_at'

/** How many addresses do something for the first time in a period, and for the first time at all. */
type Met = Record<Interval | 'ever', number>

interface Block {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesPaid: bigint
  readonly gasPrices: readonly bigint[]
  /** Since the block before; the genesis block is none. */
  readonly seconds: number | undefined
  readonly contracts: number
  /** By address. */
  readonly rolesOf: ReadonlyMap<string, readonly Role[]>
}

function readBlock(store: WorldStore, chainId: string, number: number): Block {
  const row = store.get(selectBlock, { chainId, number })
  if (!row) throw new Error(`chain ${chainId} has no block ${number}`)
  const transactions = store.all(selectTransactions, { chainId, number })
  const first = transactions.at(0)?.seq ?? 0
  const last = transactions.at(-1)?.seq ?? -1
  const deployers = store.all(selectDeployers, { first, last }).map(({ address }) => address)
  const active = store.all(selectActive, {
    first,
    last,
    firstTransfer: first * transfersPerTransaction,
    lastTransfer: (last + 1) * transfersPerTransaction - 1,
    nobody: zeroAddressText,
  })
  return {
    timestamp: row.timestamp,
    transactions: row.tx_count,
    gasUsed: BigInt(row.gas_used),
    feesPaid: BigInt(row.fees_spent),
    gasPrices: transactions.map(({ gas_price }) => BigInt(gas_price)),
    // Blocks of one second count as a second apart. G-116
    seconds: row.before === null ? undefined : Math.max(1, row.timestamp - row.before),
    contracts: deployers.length,
    rolesOf: rolesIn(active, deployers),
  }
}

function rolesIn(
  active: readonly { readonly address: string; readonly sent: 0 | 1 }[],
  deployers: readonly string[],
): Map<string, Role[]> {
  const rolesOf = new Map<string, Role[]>()
  for (const { address, sent } of active)
    rolesOf.set(address, sent === 1 ? ['active_at', 'sent_at'] : ['active_at'])
  for (const address of new Set(deployers))
    rolesOf.set(address, [...(rolesOf.get(address) ?? []), 'deployed_at'])
  return rolesOf
}

/** Notes when addresses did what they did, and counts for which of them that is new. */
function meet(
  store: WorldStore,
  scope: string,
  { timestamp, rolesOf }: Block,
): Readonly<Record<Role, Met>> {
  const met = { active_at: nobodyMet(), sent_at: nobodyMet(), deployed_at: nobodyMet() }
  for (const [address, roles] of rolesOf) {
    const known = store.get(selectAddress, { scope, address })
    const changes: Row = {}
    for (const role of roles) {
      const before = known?.[role] ?? null
      if (before === timestamp) continue
      if (before === null) met[role].ever += 1
      for (const interval of intervals)
        if (before === null || before < startOf(interval, timestamp)) met[role][interval] += 1
      changes[role] = timestamp
    }
    if (!known) store.insert('evm_last_active', { scope, address, ...changes })
    else if (Object.keys(changes).length > 0)
      store.update('evm_last_active', { scope, address }, changes)
  }
  return met
}

const nobodyMet = (): Met => ({ hour: 0, day: 0, week: 0, month: 0, ever: 0 })

function addTo(
  store: WorldStore,
  { scope, interval }: { scope: string; interval: Interval },
  block: Block,
  met: Readonly<Record<Role, Met>>,
): void {
  const start = startOf(interval, block.timestamp)
  const last = store.get(selectLast, { scope, interval })
  const here = last?.start === start ? last : undefined
  const { seconds, transactions, gasUsed } = block
  const highestPrice = block.gasPrices.reduce(
    (highest, price) => (price > highest ? price : highest),
    BigInt(here?.max_gas_price ?? 0),
  )
  const perSecond = (amount: number) => (seconds === undefined ? 0 : amount / seconds)
  const changes: Row = {
    last_block_at: block.timestamp,
    tx_count: (here?.tx_count ?? 0) + transactions,
    gas_used: BigInt(here?.gas_used ?? 0) + gasUsed,
    fees_paid: BigInt(here?.fees_paid ?? 0) + block.feesPaid,
    gas_prices: block.gasPrices.reduce((sum, price) => sum + price, BigInt(here?.gas_prices ?? 0)),
    max_gas_price: highestPrice,
    max_tps: Math.max(here?.max_tps ?? 0, perSecond(transactions)),
    max_gps: Math.max(here?.max_gps ?? 0, perSecond(Number(gasUsed))),
    active_addresses: (here?.active_addresses ?? 0) + met.active_at[interval],
    active_senders: (here?.active_senders ?? 0) + met.sent_at[interval],
    contracts: (here?.contracts ?? 0) + block.contracts,
    deployers: (here?.deployers ?? 0) + met.deployed_at[interval],
    cumulative_txs: (last?.cumulative_txs ?? 0) + transactions,
    cumulative_addresses: (last?.cumulative_addresses ?? 0) + met.active_at.ever,
    cumulative_contracts: (last?.cumulative_contracts ?? 0) + block.contracts,
    cumulative_deployers: (last?.cumulative_deployers ?? 0) + met.deployed_at.ever,
  }
  const key = { scope, interval, start }
  if (here) store.update('evm_period', key, changes)
  else store.insert('evm_period', { ...key, ...changes })
}

const selectBlock = statement<
  { chainId: string; number: number },
  {
    timestamp: number
    tx_count: number
    gas_used: string
    fees_spent: string
    before: number | null
  }
>(`
  SELECT b.timestamp, b.tx_count, b.gas_used, b.fees_spent, p.timestamp AS before
  FROM evm_block b
  LEFT JOIN evm_block p ON p.chain_id = b.chain_id AND p.number = b.number - 1 AND p.number > 0
  WHERE b.chain_id = :chainId AND b.number = :number`)

const selectTransactions = statement<
  { chainId: string; number: number },
  { seq: number; gas_price: string }
>(`
  SELECT seq, gas_price FROM evm_transaction
  WHERE chain_id = :chainId AND block_number = :number ORDER BY block_index`)

/** A contract that a contract creates is that one's. */
const selectDeployers = statement<{ first: number; last: number }, { address: string }>(`
  SELECT coalesce(deployer_contract, deployer) AS address FROM contract
  WHERE deployment_tx BETWEEN :first AND :last ORDER BY seq`)

const transfersOf = (table: string) => `
  UNION ALL SELECT sender, 1 FROM ${table} WHERE seq BETWEEN :firstTransfer AND :lastTransfer
  UNION ALL SELECT recipient, 0 FROM ${table} WHERE seq BETWEEN :firstTransfer AND :lastTransfer`

/** Who sent or received a transaction or a token; what a transaction creates does neither. G-117 */
const selectActive = statement<
  {
    first: number
    last: number
    firstTransfer: number
    lastTransfer: number
    nobody: string
  },
  { address: string; sent: 0 | 1 }
>(`
  SELECT address, max(sent) AS sent FROM (
    SELECT sender AS address, 1 AS sent FROM evm_transaction WHERE seq BETWEEN :first AND :last
    UNION ALL SELECT recipient, 0 FROM evm_transaction
    WHERE seq BETWEEN :first AND :last AND call_type <> 'CONTRACT_CREATION'
    ${transfersOf('erc20_transfer')}
    ${transfersOf('erc721_transfer')}
    ${transfersOf('erc1155_transfer')}
  )
  WHERE address <> :nobody
  GROUP BY address
  ORDER BY address`)

const selectAddress = statement<{ scope: string; address: string }, Record<Role, number | null>>(`
  SELECT active_at, sent_at, deployed_at FROM evm_last_active
  WHERE scope = :scope AND address = :address`)

const selectLast = statement<
  { scope: string; interval: string },
  {
    start: number
    tx_count: number
    gas_used: string
    fees_paid: string
    gas_prices: string
    max_gas_price: string
    max_tps: number
    max_gps: number
    active_addresses: number
    active_senders: number
    contracts: number
    deployers: number
    cumulative_txs: number
    cumulative_addresses: number
    cumulative_contracts: number
    cumulative_deployers: number
  }
>(`
  SELECT * FROM evm_period WHERE scope = :scope AND interval = :interval
  ORDER BY start DESC LIMIT 1`)
