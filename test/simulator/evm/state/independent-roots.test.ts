import { createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { smallWorld } from '../../../support/small-world.ts'

/*
 * The state root of every block of every chain, computed by another library's trie from the rows
 * of balances, accounts and storage.
 */

const emptyCode = keccak_256(new Uint8Array())
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/^0x/, ''), 'hex'))
const minimal = (value: bigint) => {
  const hex = value.toString(16)
  return value === 0n ? new Uint8Array() : bytes(hex.padStart(hex.length + (hex.length % 2), '0'))
}

interface Account {
  balance: bigint
  nonce: bigint
  codeHash: Uint8Array
  isMultiCoin: boolean
  storage: MerklePatriciaTrie | undefined
}

/** Changes of accounts in the order of blocks. */
interface Change {
  readonly block_number: number
  readonly address: string
  apply(account: Account): unknown
}

/** Row of one of the tables of state. */
interface StateRow {
  readonly block_number: number
  readonly address: string
  readonly balance: string
  readonly nonce: number
  readonly code_hash: string | null
  readonly is_multi_coin: 0 | 1
  readonly slot: Uint8Array
  readonly value: Uint8Array
}

function changesOf(db: Database.Database, chainId: string): Change[] {
  const rows = (table: string, apply: (row: StateRow, account: Account) => unknown) =>
    db
      .prepare<[string], StateRow>(`SELECT * FROM ${table} WHERE chain_id = ?`)
      .all(chainId)
      .map((row) => ({ ...row, apply: (account: Account) => apply(row, account) }))
  const balances = rows('evm_balance', ({ balance }, account) => {
    account.balance = BigInt(balance)
  })
  const accounts = rows('evm_account', (row, account) => {
    account.nonce = BigInt(row.nonce)
    account.codeHash = row.code_hash === null ? emptyCode : bytes(row.code_hash)
    account.isMultiCoin = row.is_multi_coin === 1
  })
  const slots = rows('evm_storage', async ({ slot, value }, account) => {
    account.storage ??= await createMPT({ useKeyHashing: true })
    if (value.length > 0) await account.storage.put(slot, RLP.encode(value))
    else await account.storage.del(slot)
  })
  return [...balances, ...accounts, ...slots].sort((a, b) => a.block_number - b.block_number)
}

/** Bytes of an account. Those of the C-chain have a fifth field (coreth, StateAccount). */
function encoded({ balance, nonce, codeHash, isMultiCoin, storage }: Account, isC: boolean) {
  if (nonce === 0n && balance === 0n && Buffer.compare(codeHash, emptyCode) === 0) return undefined
  const root = storage?.root() ?? keccak_256(Uint8Array.of(0x80))
  const fields = [minimal(nonce), minimal(balance), root, codeHash]
  return RLP.encode(isC ? [...fields, isMultiCoin ? Uint8Array.of(1) : new Uint8Array()] : fields)
}

test('every block has the root of the rows up to it', { timeout: 300_000 }, async () => {
  const db = new Database((await smallWorld()).file, { readonly: true })
  const chains = db.prepare('SELECT chain_id FROM evm_chain').pluck().all() as string[]
  const wrong: string[] = []
  let compared = 0
  for (const chainId of chains) {
    const isC = chainId === '43114' || chainId === '43113'
    const trie = await createMPT({ useKeyHashing: true })
    const accounts = new Map<string, Account>()
    const changes = changesOf(db, chainId)
    let place = 0
    const blocks = db
      .prepare('SELECT number, header FROM evm_block WHERE chain_id = ? ORDER BY number')
      .all(chainId) as { number: number; header: Uint8Array }[]
    for (const { number, header } of blocks) {
      const touched = new Set<string>()
      for (; changes[place] && (changes[place] as Change).block_number <= number; place++) {
        const { address, apply } = changes[place] as Change
        const known = accounts.get(address.toLowerCase())
        const account = known ?? {
          ...{ balance: 0n, nonce: 0n, codeHash: emptyCode, isMultiCoin: false },
          storage: undefined,
        }
        accounts.set(address.toLowerCase(), account)
        await apply(account)
        touched.add(address.toLowerCase())
      }
      for (const address of touched) {
        const account = encoded(accounts.get(address) as Account, isC)
        if (account) await trie.put(bytes(address), account)
        else await trie.del(bytes(address))
      }
      // What was there before the world is in the rows of block 0 and in no root before block 1.
      if (number === 0) continue
      const root = (RLP.decode(header) as Uint8Array[])[3] as Uint8Array
      compared++
      if (Buffer.compare(root, trie.root()) !== 0) wrong.push(`${chainId} ${number}`)
    }
  }
  db.close()
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(250)
})
