import { expect, test } from 'vitest'
import { decode, encode, FormatError } from '../../src/formats/codec.ts'
import { encodeCb58, fromHex, idOf, parseId, toHex } from '../../src/formats/ids.ts'
import { PlatformBlock } from '../../src/formats/p-chain-blocks.ts'
import { platformTransactions } from '../../src/formats/p-chain-transactions.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'
import { contentOf, typeIdsOf, variantsOf } from './support/type-tables.ts'

test.each([
  [
    'mainnet',
    'UUvXi6j7QhVvgpbKM89MP5HdrxKm9CaJeHc187TsDNf8nZdLk',
    '2FUFPVPxbTpKNn39moGSzsmGroYES4NZRdw3mJgNvMkMiMHJ9e',
  ],
  [
    'Fuji',
    'MSj6o9TpezwsQx4Tv7SHqpVvCbJ8of1ikjsqPZ1bKRjc9zBy3',
    '99BWrAqUMvTp9nXKXyjPsCqjGwDqVFqssTRQbu58af57Cf9VG',
  ],
  [
    'the local network',
    '2nRRoR76HuEk1JjDpRdN8FKvZFvUXWxY3b9C5rZRPFjcgEh7S7',
    '2EMQkbjh1YYPsgsMtjWveeQcKvtttNKwVhuR1kcjhBmrRgPcpk',
  ],
])('block 0 of %s is a commit block on the genesis hash', (_network, genesis, id) => {
  const bytes = encode(PlatformBlock, {
    type: 'ApricotCommitBlock',
    parentId: parseId(genesis),
    height: 0n,
  })
  expect(toHex(bytes)).toBe(`0x000000000002${toHex(parseId(genesis)).slice(2)}0000000000000000`)
  expect(encodeCb58(idOf(bytes))).toBe(id)
})

test('the empty Banff standard block is that of the node', () => {
  const bytes = fromHex(`000000000020${'00'.repeat(52)}`)
  expect(decode(PlatformBlock, bytes)).toEqual({
    type: 'BanffStandardBlock',
    time: 0n,
    parentId: new Uint8Array(32),
    height: 0n,
    transactions: [],
  })
})

// The transaction of p-chain-transactions.test.ts.
const transaction = fromHex(
  '000000000022000000050000000000000000000000000000000000000000000000000000000000000000000000013d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa00000007000000003b9aca00000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c0000000117f95e3b95d2e43c19694eb00618ee1080408a77d64db47f6f744a03ae331d75000000013d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa00000005000000003b9af110000000010000000000000002686900000001000000090000000164375cb50142749268aebc14496b40a7412c061e7200f55af76ecac728c184415543802114e5b4dc4e973279b8fdd71142ef3fd398672de1810779b93d2af53000',
)
const parentId = fromHex('e47125968b3b71049fbc4802d1e40a71ea1359decfabacf70b34588037d4ff0c')

test('a transaction lies in a block without its codec version', () => {
  const bytes = encode(PlatformBlock, {
    type: 'BanffStandardBlock',
    time: 1_700_000_000n,
    parentId,
    height: 7n,
    transactions: [transaction],
  })
  expect(toHex(bytes)).toBe(
    `0x000000000020000000006553f100${toHex(parentId).slice(2)}000000000000000700000001${toHex(transaction).slice(6)}`,
  )
  expect(encodeCb58(idOf(bytes))).toBe('hsZFQSbsmB83Kx8X6km2JDe46fzGNpfv94pxshxhuUWbm5JLi')
  expect(decode(PlatformBlock, bytes)).toMatchObject({ transactions: [transaction] })
})

test('a proposal block has its decision transactions first and the proposal last', () => {
  const reward = platformTransactions.sign({ type: 'RewardValidatorTx', txId: parentId }, []).bytes
  const bytes = encode(PlatformBlock, {
    type: 'BanffProposalBlock',
    time: 1n,
    transactions: [transaction],
    parentId,
    height: 2n,
    transaction: reward,
  })
  const hex = (value: Uint8Array) => toHex(value).slice(2)
  expect(hex(bytes)).toBe(
    [
      '00000000001d',
      '0000000000000001',
      '00000001',
      hex(transaction).slice(4),
      hex(parentId),
      '0000000000000002',
      hex(reward).slice(4),
    ].join(''),
  )
})

test('a transaction that does not parse is refused with its place', () => {
  const bytes = fromHex(`000000000020${'00'.repeat(51)}01000000220000`)
  expect(() => decode(PlatformBlock, bytes)).toThrow(FormatError)
  const damaged = transaction.slice()
  damaged[5] = 99
  const block = encode(PlatformBlock, {
    type: 'ApricotStandardBlock',
    parentId,
    height: 1n,
    transactions: [transaction, damaged],
  })
  expect(() => decode(PlatformBlock, block)).toThrow(
    'transactions[1].unsigned.type: unknown type id 99',
  )
})

test('type ids are those of the node', () => {
  expect(typeIdsOf(contentOf(PlatformBlock))).toEqual({
    ApricotProposalBlock: 0,
    ApricotAbortBlock: 1,
    ApricotCommitBlock: 2,
    ApricotStandardBlock: 3,
    ApricotAtomicBlock: 4,
    BanffProposalBlock: 29,
    BanffAbortBlock: 30,
    BanffCommitBlock: 31,
    BanffStandardBlock: 32,
  })
})

test.each(variantsOf(contentOf(PlatformBlock)))('%s round-trips', (_name, schema) => {
  expectRoundTrips(schema, 30)
})

test('damaged blocks give a FormatError at most', () => {
  expectSafeDecoding(PlatformBlock)
})
