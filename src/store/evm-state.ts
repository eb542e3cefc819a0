import { type AccountRecord, EMPTY_CODE_HASH, type StateReader } from '../evm/state.ts'
import { type AccountFields, StateTrie, type TrieNodes } from '../evm/state-trie.ts'
import { numberOfWord, wordOf } from '../formats/words.ts'
import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/** Where the rows of a state are read: a world, a base or the simulator's store. */
export type StateRows = Pick<WorldStore, 'get'>

/** Number of no block: a state at it is the latest one. */
export const LATEST = Number.MAX_SAFE_INTEGER

/**
 * Returns the state of an EVM chain after a block, read row by row: nothing is remembered but code,
 * so it is right as long as the rows are. Addresses are read in any case of their letters.
 * @param chainId EVM chain id, decimal text
 * @param block number of the block, by default the latest
 */
export const stateAt = (rows: StateRows, chainId: string, block = LATEST): StateReader => ({
  account(address) {
    const at = { chainId, address, block }
    const balance = BigInt(rows.get(selectBalance, at)?.balance ?? 0)
    const row = rows.get(selectAccount, at)
    return accountOf(balance, row)
  },
  code: (hash) => codeOf(rows, hash),
  storage(address, slot) {
    const value = rows.get(selectSlot, { chainId, address, slot: wordOf(slot), block })?.value
    return value ? numberOfBytes(value) : 0n
  },
})

/**
 * Returns the tries of the latest state of an EVM chain, for roots and proofs (`eth_getProof`).
 * They cannot be updated: only the simulator writes nodes.
 * @param fields 5 on the C-chain, 4 on L1s
 */
export const latestTrie = (rows: StateRows, chainId: string, fields: AccountFields): StateTrie =>
  new StateTrie(readNodes(rows, chainId), fields)

const readNodes = (rows: StateRows, chainId: string): TrieNodes => ({
  of: (owner) => ({
    get: (path) => rows.get(selectTrieNode, { chainId, owner, path })?.node,
    set: refuseToWrite,
    delete: refuseToWrite,
  }),
  clear: refuseToWrite,
})

const refuseToWrite = () => {
  throw new Error('internal error: only the simulator changes the tries of a chain')
}

/** Columns of an account's row. */
export interface AccountRow {
  nonce: number
  code_hash: string | null
  is_multi_coin: number
}

/** Returns an account by its rows; undefined for an empty one, which does not exist (EIP-161). */
export function accountOf(balance: bigint, row: AccountRow | undefined): AccountRecord | undefined {
  if (balance === 0n && !row) return undefined
  const nonce = BigInt(row?.nonce ?? 0)
  const codeHash = row?.code_hash ?? EMPTY_CODE_HASH
  const isMultiCoin = row?.is_multi_coin === 1
  const isEmpty = balance === 0n && nonce === 0n && codeHash === EMPTY_CODE_HASH && !isMultiCoin
  return isEmpty ? undefined : { nonce, balance, codeHash, isMultiCoin }
}

/** Returns the number of a value's bytes. */
export const numberOfBytes = (bytes: Uint8Array): bigint =>
  bytes.length === 32
    ? numberOfWord(bytes)
    : bytes.length === 0
      ? 0n
      : BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)

/** Returns the bytes of a value without leading zeros. */
export function bytesOfNumber(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const hex = value.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

/** Maximum number of codes that one reader remembers. */
const maxCodes = 500

/** Code by hash, the same array each time, since the analysis of code goes by its array. */
const codes = new WeakMap<StateRows, Map<string, Uint8Array>>()

/** Returns the code of a hash that an account has. */
export function codeOf(rows: StateRows, hash: string): Uint8Array {
  let known = codes.get(rows)
  if (!known) {
    known = new Map()
    codes.set(rows, known)
  }
  const remembered = known.get(hash)
  if (remembered) return remembered
  const found = rows.get(selectCode, { hash })?.code
  if (!found) throw new Error(`internal error: an account names the code ${hash}, which has no row`)
  const code = new Uint8Array(found)
  if (known.size >= maxCodes) known.clear()
  known.set(hash, code)
  return code
}

/** Key of an account's row, and the latest block that counts. */
interface AccountKey extends Record<string, string | number> {
  chainId: string
  address: string
  block: number
}

export const selectBalance = statement<AccountKey, { balance: string }>(`
  SELECT balance FROM evm_balance
  WHERE chain_id = :chainId AND address = :address AND block_number <= :block
  ORDER BY block_number DESC LIMIT 1`)

export const selectAccount = statement<AccountKey, AccountRow>(`
  SELECT nonce, code_hash, is_multi_coin FROM evm_account
  WHERE chain_id = :chainId AND address = :address AND block_number <= :block
  ORDER BY block_number DESC LIMIT 1`)

export const selectSlot = statement<
  { chainId: string; address: string; slot: Uint8Array; block: number },
  { value: Uint8Array }
>(`
  SELECT value FROM evm_storage
  WHERE chain_id = :chainId AND address = :address AND slot = :slot AND block_number <= :block
  ORDER BY block_number DESC LIMIT 1`)

const selectCode = statement<{ hash: string }, { code: Uint8Array }>(
  'SELECT code FROM evm_code WHERE hash = :hash',
)

export const selectTrieNode = statement<
  { chainId: string; owner: string; path: string },
  { node: Uint8Array }
>('SELECT node FROM evm_trie_node WHERE chain_id = :chainId AND owner = :owner AND path = :path')
