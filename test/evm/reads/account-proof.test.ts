import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { expect, test } from 'vitest'
import { avalancheRules } from '../../../src/evm/avalanche.ts'
import { ethereumRules } from '../../../src/evm/forks.ts'
import { proveAccount } from '../../../src/evm/reads/account-proof.ts'
import { bytesOf, EMPTY_CODE_HASH } from '../../../src/evm/state.ts'
import { nodesInMemory, StateTrie } from '../../../src/evm/state-trie.ts'
import { EMPTY_ROOT } from '../../../src/evm/trie.ts'
import { toHex } from '../../../src/formats/ids.ts'
import { keccak256 } from '../../../src/formats/keccak.ts'
import { wordOf } from '../../../src/formats/words.ts'
import { contractOf, stateWith } from '../../support/evm/reads.ts'

const addresses = Array.from({ length: 40 }, (_, number) => contractOf(number + 1))
const [contract, absent] = [contractOf(1), contractOf(99)]
const account = { nonce: 3n, balance: 7n, codeHash: EMPTY_CODE_HASH, isMultiCoin: false }
const slots = Array.from({ length: 30 }, (_, number) => BigInt(number) ** 5n)
const rules = ethereumRules('cancun')

const trie = new StateTrie(nodesInMemory(), 4)
trie.update(
  addresses.map((address) => ({
    address,
    before: undefined,
    after: account,
    clearsStorage: false,
    storage: address === contract ? slots.map((slot) => ({ slot, before: 0n, after: 9n })) : [],
  })),
)
const storage = Object.fromEntries(slots.map((slot) => [`${slot}`, 9n]))
const state = stateWith({ [contract]: { balance: 7n, nonce: 3n, storage } })
const source = { trie, state, rules }

/** Returns what the proof shows for a key, by an independent verifier. */
const verified = async (root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]) =>
  verifyMPTWithMerkleProof(await createMPT(), root, keccak256(key), [...proof])

test('an account and its slots are proven by the roots', async () => {
  const proof = proveAccount(source, contract, slots)
  const found = await verified(trie.root(), bytesOf(contract), proof.accountProof)
  const fields = RLP.decode(found ?? new Uint8Array()) as Uint8Array[]
  expect(fields.map(toHex)).toEqual(['0x03', '0x07', toHex(proof.storageRoot), EMPTY_CODE_HASH])
  for (const [index, { value, proof: nodes }] of proof.slots.entries()) {
    const stored = await verified(proof.storageRoot, wordOf(slots[index] as bigint), nodes)
    expect(value).toBe(9n)
    expect(toHex(stored ?? new Uint8Array())).toBe('0x09')
  }
})

test('what is not there is proven, too', async () => {
  const missing = proveAccount(source, absent, [1n])
  expect(await verified(trie.root(), bytesOf(absent), missing.accountProof)).toBeNull()
  expect(missing).toMatchObject({ account: { balance: 0n }, storageRoot: EMPTY_ROOT })
  expect(missing.slots).toEqual([{ value: 0n, proof: [] }])
  const [slot] = proveAccount(source, contract, [12345n]).slots
  expect(slot?.value).toBe(0n)
  expect(await verified(trie.storageRoot(contract), wordOf(12345n), slot?.proof ?? [])).toBeNull()
})

test('a slot of the C-chain is proven by its key of both spellings', () => {
  const granite = { ...source, rules: avalancheRules('c-chain', 'granite') }
  const [slot, same] = proveAccount(granite, contract, [1n, 1n + (1n << 248n)]).slots
  expect(slot?.value).toBe(9n)
  expect(same).toEqual(slot)
})
