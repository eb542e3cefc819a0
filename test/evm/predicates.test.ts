import { expect, test } from 'vitest'
import { blockContextOf } from '../../src/evm/blocks/block-context.ts'
import { erasOf } from '../../src/evm/blocks/era.ts'
import { warpOf } from '../../src/evm/precompiles/predicates.ts'
import { decode, encode } from '../../src/formats/codec.ts'
import {
  addressedCall,
  SignedWarpMessage,
  UnsignedWarpMessage,
  warpPrecompile,
} from '../../src/formats/warp.ts'
import { networkConstants } from '../../src/networks/constants.ts'

const source = new Uint8Array(32).fill(9)
const sender = new Uint8Array(20).fill(3)
const unsigned = addressedCall(
  { networkId: 5, sourceChainId: source, sourceAddress: sender },
  Uint8Array.of(1, 2, 3),
)
const signed = encode(SignedWarpMessage, {
  ...decode(UnsignedWarpMessage, unsigned),
  signature: {
    type: 'BitSetSignature',
    signers: Uint8Array.of(0b101),
    signature: new Uint8Array(96),
  },
})
const chain = {
  networkId: 5,
  blockchainId: new Uint8Array(32).fill(1),
  isSigned: (id: Uint8Array) => id[0] === 9,
}

/** Packs bytes as a predicate: the delimiter 0xff, and zeros up to whole words. */
function listed(bytes: Uint8Array) {
  const packed = new Uint8Array(Math.ceil((bytes.length + 1) / 32) * 32)
  packed.set([...bytes, 0xff])
  const words = Array.from({ length: packed.length / 32 }, (_, i) =>
    packed.slice(32 * i, 32 * i + 32),
  )
  return { address: warpPrecompile, storageKeys: words }
}

test('each predicate costs its words and its signers, at its place in the list', () => {
  const other = { address: new Uint8Array(20), storageKeys: [new Uint8Array(32)] }
  const list = [other, listed(unsigned), listed(signed)]
  const [few, many] = [listed(unsigned), listed(signed)].map((each) => each.storageKeys.length)
  const { predicateGas } = warpOf(list, 'granite', chain)
  expect([...(predicateGas ?? [])]).toEqual([
    [1, 125_000 + 512 * (few ?? 0)],
    [2, 125_000 + 512 * (many ?? 0) + 2 * 250],
  ])
  const before = warpOf(list, 'etna', chain).predicateGas
  expect(before?.get(2)).toBe(200_000 + 3200 * (many ?? 0) + 2 * 500)
  expect(warpOf(list, 'cortina', chain)).toEqual({})
})

test('a message is there where its sender signs it, for this network', () => {
  const messageOf = (bytes: Uint8Array, at = chain) =>
    warpOf([listed(bytes)], 'granite', at).warp?.verifiedMessage(0)
  for (const bytes of [unsigned, signed])
    expect(messageOf(bytes)).toMatchObject({
      sourceChainId: source,
      content: { kind: 'call', payload: Uint8Array.of(1, 2, 3) },
    })
  expect(messageOf(unsigned, { ...chain, networkId: 1 })).toBeUndefined()
  expect(messageOf(unsigned, { ...chain, isSigned: () => false })).toBeUndefined()
  expect(messageOf(Uint8Array.of(1, 2))).toBeUndefined()
  expect(messageOf(new Uint8Array())).toBeUndefined()
  const keys = [new Uint8Array(32)]
  const empty = warpOf([{ address: warpPrecompile, storageKeys: keys }], 'granite', chain)
  expect(empty.warp?.verifiedMessage(0)).toBeUndefined()
})

test('eras begin with their upgrades', () => {
  const eraAt = erasOf(networkConstants.mainnet.upgrades)
  expect(eraAt(0)).toBe('launch')
  const durango = Date.parse(networkConstants.mainnet.upgrades.durango) / 1000
  expect([eraAt(durango - 1), eraAt(durango)]).toEqual(['cortina', 'durango'])
})

test('a block sees the hashes of the 256 blocks before it', () => {
  const facts = { chainId: '1', number: 300, timestamp: 0, gasLimit: 0n, baseFee: 0n }
  const { blockHash } = blockContextOf({ ...facts, hashOf: (number) => `0x${number}` })
  expect([43n, 44n, 299n, 300n].map(blockHash)).toEqual([0n, 0x44n, 0x299n, 0n])
})
