import { expect, test } from 'vitest'
import { addressOf } from '../../src/formats/addresses.ts'
import { encode, FormatError } from '../../src/formats/codec.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import { encodeCb58, fromHex, parseId, toHex } from '../../src/formats/ids.ts'
import {
  Authorization,
  Owners,
  PlatformCredential,
  PlatformInput,
  PlatformOutput,
  PlatformTransaction,
  platformTransactions,
  Signer,
} from '../../src/formats/p-chain-transactions.ts'
import { ewoqKey, parsePrivateKey, publicKeyOf } from '../../src/formats/secp256k1.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'
import { typeIdsOf, variantsOf } from './support/type-tables.ts'

const ewoq = addressOf(publicKeyOf(ewoqKey))
const other = parsePrivateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE')
const avax = parseId('U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK')
const zero = new Uint8Array(32)

const unsignedHex =
  '000000000022000000050000000000000000000000000000000000000000000000000000000000000000000000013d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa00000007000000003b9aca00000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c0000000117f95e3b95d2e43c19694eb00618ee1080408a77d64db47f6f744a03ae331d75000000013d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa00000005000000003b9af1100000000100000000000000026869'
const credentialsHex =
  '00000001000000090000000164375cb50142749268aebc14496b40a7412c061e7200f55af76ecac728c184415543802114e5b4dc4e973279b8fdd71142ef3fd398672de1810779b93d2af53000'

// Signed by ewoq; noble, libsecp256k1 and avalanchejs agree on its bytes.
const baseTx: PlatformTransaction = {
  type: 'BaseTx',
  networkId: 5,
  blockchainId: zero,
  outputs: [
    {
      assetId: avax,
      output: {
        type: 'TransferOutput',
        amount: 1_000_000_000n,
        locktime: 0n,
        threshold: 1,
        addresses: [ewoq],
      },
    },
  ],
  inputs: [
    {
      txId: fromHex('17f95e3b95d2e43c19694eb00618ee1080408a77d64db47f6f744a03ae331d75'),
      outputIndex: 1,
      assetId: avax,
      input: { type: 'TransferInput', amount: 1_000_010_000n, signatureIndices: [0] },
    },
  ],
  memo: Buffer.from('hi'),
}

test('a P-chain BaseTx on Fuji has the bytes, signature and id that other libraries give', () => {
  const unsigned = encode(platformTransactions.unsigned, baseTx)
  expect(toHex(unsigned)).toBe(`0x${unsignedHex}`)
  expect(toHex(sha256(unsigned))).toBe(
    '0xf35bd12115a31409af36869ecbb2c980d81aa1d38fd30f6320f5b48ec5ed7856',
  )
  const signed = platformTransactions.sign(baseTx, [[ewoqKey]])
  expect(toHex(signed.bytes)).toBe(`0x${unsignedHex}${credentialsHex}`)
  expect(encodeCb58(signed.id)).toBe('hw6iYmCWShdfS2Jt3ZKE4DnmyLWx1bJ7XP5uxrVwHGceAx4AW')
  expect(platformTransactions.encode(signed)).toEqual(signed.bytes)
})

test('decoding gives the fields, the id and the key that signed', () => {
  const { unsigned, credentials, id } = platformTransactions.decode(
    fromHex(unsignedHex + credentialsHex),
  )
  expect(unsigned).toEqual({ ...baseTx, memo: Uint8Array.from(baseTx.memo) })
  expect(encodeCb58(id)).toBe('hw6iYmCWShdfS2Jt3ZKE4DnmyLWx1bJ7XP5uxrVwHGceAx4AW')
  expect(platformTransactions.recoverSigners({ unsigned, credentials })).toEqual([
    [publicKeyOf(ewoqKey)],
  ])
})

test('inputs, imported inputs and the authorization sign in this order', () => {
  const [input] = baseTx.inputs
  if (!input) throw new Error('the vector has an input')
  const locked = {
    ...input,
    input: {
      type: 'StakeableLockInput',
      locktime: 9n,
      input: { type: 'TransferInput', amount: 1n, signatureIndices: [0, 1] },
    },
  } as const
  const remove: PlatformTransaction = {
    ...baseTx,
    type: 'RemoveSubnetValidatorTx',
    inputs: [input, locked],
    nodeId: ewoq,
    subnetId: avax,
    authorization: { type: 'Input', signatureIndices: [0] },
  }
  const keys = [[ewoqKey], [ewoqKey, other], [other]]
  const publicKeys = keys.map((each) => each.map(publicKeyOf))
  const removed = platformTransactions.sign(remove, keys)
  expect(platformTransactions.recoverSigners(removed)).toEqual(publicKeys)

  const imported = platformTransactions.sign(
    { ...baseTx, type: 'ImportTx', sourceChain: avax, importedInputs: [locked] },
    keys.slice(0, 2),
  )
  expect(platformTransactions.recoverSigners(imported)).toEqual(publicKeys.slice(0, 2))
})

test('the transactions of the chain itself carry no credential', () => {
  const reward = platformTransactions.sign({ type: 'RewardValidatorTx', txId: avax }, [])
  expect(toHex(reward.bytes)).toBe(`0x000000000014${toHex(avax).slice(2)}00000000`)
  const advance = platformTransactions.sign({ type: 'AdvanceTimeTx', time: 1n }, [])
  expect(toHex(advance.bytes)).toBe('0x000000000013000000000000000100000000')
})

test('keys that do not fit the inputs are refused', () => {
  expect(() => platformTransactions.sign(baseTx, [])).toThrow(
    '0 lists of keys were given for 1 credentials',
  )
  expect(() => platformTransactions.sign(baseTx, [[ewoqKey, other]])).toThrow(
    'keys[0]: 2 keys were given for 1 signatures',
  )
  expect(() => platformTransactions.sign(baseTx, [[zero]])).toThrow(FormatError)
})

// Numbers typed from the node's codec registration.
test('type ids are those of the node', () => {
  expect(typeIdsOf(PlatformTransaction)).toEqual({
    AddValidatorTx: 12,
    AddSubnetValidatorTx: 13,
    AddDelegatorTx: 14,
    CreateChainTx: 15,
    CreateSubnetTx: 16,
    ImportTx: 17,
    ExportTx: 18,
    AdvanceTimeTx: 19,
    RewardValidatorTx: 20,
    RemoveSubnetValidatorTx: 23,
    TransformSubnetTx: 24,
    AddPermissionlessValidatorTx: 25,
    AddPermissionlessDelegatorTx: 26,
    TransferSubnetOwnershipTx: 33,
    BaseTx: 34,
    ConvertSubnetToL1Tx: 35,
    RegisterL1ValidatorTx: 36,
    SetL1ValidatorWeightTx: 37,
    IncreaseL1ValidatorBalanceTx: 38,
    DisableL1ValidatorTx: 39,
  })
  expect(typeIdsOf(PlatformOutput)).toEqual({ TransferOutput: 7, StakeableLockOutput: 22 })
  expect(typeIdsOf(PlatformInput)).toEqual({ TransferInput: 5, StakeableLockInput: 21 })
  expect(typeIdsOf(Signer)).toEqual({ EmptySigner: 27, ProofOfPossession: 28 })
  expect(typeIdsOf(PlatformCredential)).toEqual({ Credential: 9 })
  expect(typeIdsOf(Authorization)).toEqual({ Input: 10 })
  expect(typeIdsOf(Owners)).toEqual({ Owners: 11 })
})

test.each(variantsOf(PlatformTransaction))('%s round-trips', (_name, schema) => {
  expectRoundTrips(schema, 40)
})

test('signed transactions round-trip, and damaged ones give a FormatError at most', () => {
  expectRoundTrips(platformTransactions.signed, 60)
  expectSafeDecoding(platformTransactions.signed, 150)
})
