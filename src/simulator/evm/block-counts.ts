import { statement } from '../../store/statement.ts'
import { transfersPerTransaction } from '../../store/tables/evm-contracts.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { Role } from './last-active.ts'
import { zeroAddressText } from './ledger.ts'

/** What a block amounts to. */
export interface BlockCounts {
  /** Epoch seconds. */
  readonly timestamp: number
  readonly transactions: number
  readonly gasUsed: bigint
  /** Wei. */
  readonly feesPaid: bigint
  /** Of all transactions together, and of the dearest, wei. */
  readonly gasPrices: bigint
  readonly maxGasPrice: bigint
  /** Since the block before; 0 after the genesis block, which is none. */
  readonly txPerSecond: number
  readonly gasPerSecond: number
  readonly contracts: number
  /** By address. */
  readonly rolesOf: ReadonlyMap<string, readonly Role[]>
}

/** Counts an accepted block, whose rows are all there. */
export function readBlock(store: WorldStore, chainId: string, number: number): BlockCounts {
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
  })
  let gasPrices = 0n
  let maxGasPrice = 0n
  for (const transaction of transactions) {
    const price = BigInt(transaction.gas_price)
    gasPrices += price
    if (price > maxGasPrice) maxGasPrice = price
  }
  // Blocks of one second count as a second apart. G-116
  const seconds = row.before === null ? Infinity : Math.max(1, row.timestamp - row.before)
  return {
    timestamp: row.timestamp,
    transactions: row.tx_count,
    gasUsed: BigInt(row.gas_used),
    feesPaid: BigInt(row.fees_spent),
    gasPrices,
    maxGasPrice,
    txPerSecond: row.tx_count / seconds,
    gasPerSecond: Number(row.gas_used) / seconds,
    contracts: deployers.length,
    rolesOf: rolesIn(active, deployers),
  }
}

/** Sorted and told apart here: SQLite would open a table of its own for it, for each block. */
function rolesIn(active: readonly Party[], deployers: readonly string[]): Map<string, Role[]> {
  const hasSent = new Map<string, boolean>()
  for (const { address, sent } of active)
    if (address !== null && address !== zeroAddressText)
      hasSent.set(address, sent === 1 || hasSent.get(address) === true)
  const rolesOf = new Map<string, Role[]>()
  for (const address of [...hasSent.keys()].sort())
    rolesOf.set(address, hasSent.get(address) ? ['active_at', 'sent_at'] : ['active_at'])
  for (const address of new Set(deployers))
    rolesOf.set(address, [...(rolesOf.get(address) ?? []), 'deployed_at'])
  return rolesOf
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

/** Who sent or received something, once for each time. */
interface Party {
  readonly address: string | null
  readonly sent: 0 | 1
}

/** Who sent or received a transaction or a token; what a transaction creates does neither. G-117 */
const selectActive = statement<
  {
    first: number
    last: number
    firstTransfer: number
    lastTransfer: number
  },
  Party
>(`
  SELECT sender AS address, 1 AS sent FROM evm_transaction WHERE seq BETWEEN :first AND :last
  UNION ALL SELECT recipient, 0 FROM evm_transaction
  WHERE seq BETWEEN :first AND :last AND call_type <> 'CONTRACT_CREATION'
  ${transfersOf('erc20_transfer')}
  ${transfersOf('erc721_transfer')}
  ${transfersOf('erc1155_transfer')}`)
