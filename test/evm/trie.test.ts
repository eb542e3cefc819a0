import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyState, OverlayState } from '../../src/evm/overlay-state.ts'
import { type AccountChange, bytesOf, EMPTY_CODE_HASH } from '../../src/evm/state.ts'
import { nodesInMemory, StateTrie } from '../../src/evm/state-trie.ts'
import { EMPTY_ROOT, Trie } from '../../src/evm/trie.ts'
import { toHex } from '../../src/formats/ids.ts'
import { keccak256 } from '../../src/formats/keccak.ts'

// Few different digits, so that keys share long and short prefixes.
const key = fc
  .tuple(fc.constantFrom('00', '01', '10', '0f', 'ff'), fc.nat(5), fc.constantFrom(0, 30, 62))
  .map(([start, end, zeros]) =>
    (start + '0'.repeat(zeros) + end.toString(16)).padEnd(64, `${end}`).slice(0, 64),
  )
const value = fc.oneof(
  fc.constant(undefined),
  fc.uint8Array({ minLength: 1, maxLength: 3 }),
  fc.uint8Array({ minLength: 30, maxLength: 60 }),
)
const updates = fc.array(fc.array(fc.tuple(key, value), { maxLength: 8 }), { maxLength: 6 })

test('after any updates root, values and proofs are those of @ethereumjs/mpt', async () => {
  await fc.assert(
    fc.asyncProperty(updates, async (batches) => {
      const nodes = new Map<string, Uint8Array>()
      const trie = new Trie(nodes)
      const oracle = await createMPT()
      const present = new Map<string, Uint8Array>()
      for (const batch of batches) {
        for (const [key, value] of batch) {
          if (value) await oracle.put(bytesOf(`0x${key}`), value)
          else await oracle.del(bytesOf(`0x${key}`))
          if (value) present.set(key, value)
          else present.delete(key)
        }
        expect(toHex(trie.update(batch))).toBe(toHex(oracle.root()))
      }
      // Nothing is left of earlier versions: the nodes are those of a trie made at once.
      const fresh = new Map<string, Uint8Array>()
      new Trie(fresh).update(present)
      expect(new Map([...nodes].sort())).toEqual(new Map([...fresh].sort()))
      for (const key of ['00'.repeat(32), ...present.keys()]) {
        expect(trie.get(key)).toEqual(present.get(key))
        if (present.size === 0) continue
        const verifier = await createMPT()
        const proven = await verifyMPTWithMerkleProof(
          verifier,
          trie.root(),
          bytesOf(`0x${key}`),
          trie.prove(key),
        ).catch(() => 'refused')
        expect(proven ?? undefined).toEqual(present.get(key))
      }
    }),
    { seed: 1, numRuns: 60 },
  )
})

/** Bytecode of the one contract in the genesis of the C-chain, on both networks. */
const genesisCode =
  '0x7300000000000000000000000000000000000000003014608060405260043610603d5760003560e01c80631e010439146042578063b6510bb314606e575b600080fd5b605c60048036036020811015605657600080fd5b503560b1565b60408051918252519081900360200190f35b818015607957600080fd5b5060af60048036036080811015608e57600080fd5b506001600160a01b03813516906020810135906040810135906060013560b6565b005b30cd90565b836001600160a01b031681836108fc8690811502906040516000604051808303818888878c8acf9550505050505015801560f4573d6000803e3d6000fd5b505050505056fea26469706673582212201eebce970fe3f5cb96bf8ac6ba5f5c133fc2908ae3dcd51082cfee8f583429d064736f6c634300060a0033'

const genesisChange: AccountChange = {
  address: '0x0100000000000000000000000000000000000000',
  before: undefined,
  after: {
    nonce: 0n,
    balance: 0n,
    codeHash: toHex(keccak256(bytesOf(genesisCode))),
    isMultiCoin: false,
  },
  clearsStorage: false,
  storage: [],
}

test('the genesis of the C-chain has the root of the real networks, with five fields alone', () => {
  const root = '0xd65eb1b8604a7aa497d41cd6372663785a5f809a17bd192edb86658ef24e29cc'
  expect(toHex(new StateTrie(nodesInMemory(), 5).update([genesisChange]))).toBe(root)
  expect(toHex(new StateTrie(nodesInMemory(), 4).update([genesisChange]))).not.toBe(root)
})

test('a contract that ends takes its storage along, and an emptied state has the empty root', () => {
  const address = '0x00000000000000000000000000000000c0de0001'
  const account = { nonce: 1n, balance: 5n, codeHash: EMPTY_CODE_HASH, isMultiCoin: false }
  const trie = new StateTrie(nodesInMemory(), 4)
  const change = { address, before: undefined, after: account, clearsStorage: false }
  const stored = [{ slot: 1n, before: 0n, after: 2n }]
  trie.update([{ ...change, storage: stored }])
  expect(trie.proveSlot(address, 1n)).toHaveLength(1)
  const gone = { ...change, before: account, after: undefined, clearsStorage: true, storage: [] }
  expect(trie.update([gone])).toEqual(EMPTY_ROOT)
  expect(trie.storageRoot(address)).toEqual(EMPTY_ROOT)

  const state = new OverlayState(emptyState)
  state.apply([{ ...change, storage: stored }])
  expect(state.storage(address, 1n)).toBe(2n)
  state.apply([gone])
  expect([state.account(address), state.storage(address, 1n)]).toEqual([undefined, 0n])
})
