import { expect, test } from 'vitest'
import {
  type AccountChange,
  type AccountRecord,
  EMPTY_CODE_HASH,
} from '../../../../src/evm/state.ts'
import { nodesInMemory, StateTrie } from '../../../../src/evm/state-trie.ts'
import { toHex } from '../../../../src/formats/ids.ts'
import { keccak256 } from '../../../../src/formats/keccak.ts'
import { ChainState } from '../../../../src/simulator/evm/state/chain-state.ts'
import { putCorethGenesis } from '../../../../src/simulator/evm/state/genesis-state.ts'
import { createRandomStreams } from '../../../../src/simulator/random.ts'
import { latestTrie, stateAt } from '../../../../src/store/evm-state.ts'
import { statement } from '../../../../src/store/statement.ts'
import { emptyStore } from '../../../support/evm/state-store.ts'

const chainId = '43114'
const addresses = Array.from({ length: 6 }, (_, i) => `0x${String(i + 1).padStart(40, 'a')}`)

interface Account {
  record: AccountRecord
  readonly slots: Map<bigint, bigint>
}

/** A model of the state: the plainest thing that can be true of it. */
class Model {
  readonly accounts = new Map<string, Account>()

  copy(): Map<string, Account> {
    return new Map(
      [...this.accounts].map(([address, { record, slots }]) => [
        address,
        { record, slots: new Map(slots) },
      ]),
    )
  }
}

/** Draws what a transaction does to one account. */
function drawChange(
  model: Model,
  random: ReturnType<ReturnType<typeof createRandomStreams>['stream']>,
) {
  const address = random.pick(addresses)
  const before = model.accounts.get(address)
  if (before && random.chance(0.15)) {
    model.accounts.delete(address)
    const gone: AccountChange = {
      ...{ address, before: before.record, after: undefined, clearsStorage: true, storage: [] },
    }
    return gone
  }
  const code = random.chance(0.3) ? random.bytes(random.int(1, 40)) : undefined
  const after: AccountRecord = {
    nonce: (before?.record.nonce ?? 0n) + 1n,
    balance: random.bigint(0n, 10n ** 30n),
    codeHash: code ? toHex(keccak256(code)) : (before?.record.codeHash ?? EMPTY_CODE_HASH),
    isMultiCoin: random.chance(0.1) || (before?.record.isMultiCoin ?? false),
  }
  const slots = before?.slots ?? new Map<bigint, bigint>()
  const storage = Array.from({ length: random.int(0, 4) }, () => random.bigint(0n, 9n))
    .filter((slot, place, all) => all.indexOf(slot) === place)
    .map((slot) => ({
      ...{ slot, before: slots.get(slot) ?? 0n },
      after: random.chance(0.4) ? 0n : random.bigint(1n, 2n ** 256n - 1n),
    }))
  for (const { slot, after: value } of storage)
    if (value === 0n) slots.delete(slot)
    else slots.set(slot, value)
  model.accounts.set(address, { record: after, slots })
  const change = { address, before: before?.record, after, clearsStorage: false, storage }
  return code ? { ...change, code } : change
}

test.each([
  ['one process', 1000],
  ['a process for each block', 1],
])('rows and roots are those of all changes, in %s', (_, blocksOfProcess) => {
  const store = emptyStore()
  const random = createRandomStreams('state').stream('changes')
  const model = new Model()
  const history: Map<string, Account>[] = []
  let state = new ChainState(store, chainId, 5)
  for (let block = 0; block < 40; block++) {
    if (block % blocksOfProcess === 0) state = new ChainState(store, chainId, 5)
    for (let i = random.int(0, 5); i > 0; i--) state.apply([drawChange(model, random)])
    const root = state.root()
    state.flush(block)
    const scratch = new StateTrie(nodesInMemory(), 5)
    const all = [...model.accounts].map(([address, { record, slots }]) => ({
      ...{ address, before: undefined, after: record, clearsStorage: false },
      storage: [...slots].map(([slot, after]) => ({ slot, before: 0n, after })),
    }))
    expect(toHex(root)).toBe(toHex(scratch.update(all)))
    // A commit holds one block or several.
    if (blocksOfProcess === 1 || block % 3 === 2) {
      state.flushTrie()
      expect(toHex(latestTrie(store, chainId, 5).root())).toBe(toHex(root))
    }
    history.push(model.copy())
  }
  for (const [block, accounts] of history.entries()) {
    const read = stateAt(store, chainId, block)
    for (const address of addresses) {
      const expected = accounts.get(address)
      expect(read.account(address)).toEqual(expected?.record)
      for (let slot = 0n; slot < 10n; slot++)
        expect(read.storage(address, slot)).toBe(expected?.slots.get(slot) ?? 0n)
    }
  }
  for (const [, { record }] of model.accounts)
    if (record.codeHash !== EMPTY_CODE_HASH)
      expect(toHex(keccak256(stateAt(store, chainId).code(record.codeHash)))).toBe(record.codeHash)
})

test('the genesis of the C-chain has the root of the real networks', () => {
  const state = new ChainState(emptyStore(), chainId, 5)
  putCorethGenesis(state)
  expect(toHex(state.root())).toBe(
    '0xd65eb1b8604a7aa497d41cd6372663785a5f809a17bd192edb86658ef24e29cc',
  )
})

test('coins and nonces count, and nothing is given that is not there', () => {
  const store = emptyStore()
  const state = new ChainState(store, chainId, 4)
  const [giver = ''] = addresses
  state.add(giver, 5n)
  state.useNonce(giver.toUpperCase().replace('0X', '0x'))
  expect([state.balanceOf(giver), state.nonceOf(giver)]).toEqual([5n, 1n])
  expect(() => state.add(giver, -6n)).toThrow('has 5 and cannot give 6')
  state.root()
  state.flush(3)
  state.flushTrie()
  state.add(giver, 1n)
  state.add(giver, -1n)
  state.root()
  state.flush(4)
  state.flushTrie()
  // What is the same at the end of a block has no row of it.
  expect(store.all(selectBalances, {})).toEqual([{ block_number: 3, balance: '5' }])
})

test('a change after the root is written, too', () => {
  const store = emptyStore()
  const state = new ChainState(store, chainId, 4)
  const [account = ''] = addresses
  state.add(account, 5n)
  state.root()
  state.add(account, 1n)
  state.flush(1)
  state.add(account, 2n)
  state.flush(2)
  expect(store.all(selectBalances, {})).toEqual([
    { block_number: 1, balance: '6' },
    { block_number: 2, balance: '8' },
  ])
})

const selectBalances = statement<Record<string, never>, { block_number: number; balance: string }>(
  'SELECT block_number, balance FROM evm_balance',
)
