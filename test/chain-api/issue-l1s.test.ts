import { concatBytes } from '@noble/curves/utils.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import { blsPublicKey, blsSecretKey, blsSign, proofOfPossession } from '../../src/formats/bls.ts'
import { decode, encode } from '../../src/formats/codec.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import { encodeCb58, fromCheckedHex, parseId } from '../../src/formats/ids.ts'
import { L1Message } from '../../src/formats/l1-messages.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import { addressedCall, SignedWarpMessage, UnsignedWarpMessage } from '../../src/formats/warp.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  base,
  call,
  ewoq,
  issue,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

// Bytes of an L1's manager come from actions of the same world, which is restored before a wallet
// issues them. The key of the
// node that comes later sorts behind that of the first, so a signature stays good after it has come.

type L1Transaction = Extract<
  PlatformTransaction,
  { type: 'RegisterL1ValidatorTx' | 'SetL1ValidatorWeightTx' }
>

let server: Snowglobe
let registration: L1Transaction
let weight: L1Transaction
const register: Action = {
  ...{ do: 'registerL1Validator', subnet: 'ice', by: 'ewoq', node: 'drop', weight: 10 },
  ...{ balance: '1', as: 'drop' },
}

async function transactionOf(action: Action): Promise<L1Transaction> {
  const { results } = await server.act([action])
  const { txId: txID } = results[0] as ActionResult
  const { result } = await call(server, '/ext/bc/P', 'platform.getTx', { txID })
  return platformTransactions.decode(fromCheckedHex(result.tx)).unsigned as L1Transaction
}

beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  await server.act([
    { do: 'createSubnet', name: 'ice', by: 'ewoq' },
    { do: 'createChain', name: 'Ice Age', subnet: 'ice', by: 'ewoq' },
    {
      ...{ do: 'convertToL1', subnet: 'ice', by: 'ewoq', managerChain: 'Ice Age' },
      validators: [{ node: 'floe', weight: 100, balance: '5' }],
    },
  ])
  await server.snapshots.save('converted')
  registration = await transactionOf(register)
  await server.snapshots.save('registered')
  weight = await transactionOf({
    ...{ do: 'setL1Weight', subnet: 'ice', by: 'ewoq', node: 'drop', weight: 12 },
  })
})
afterAll(() => server.close())
beforeEach(() => server.snapshots.restore('converted'))

/** Returns the transaction with an input that is unspent now, and its change. */
async function paidBy<Tx extends L1Transaction>(tx: Tx): Promise<Tx> {
  const [utxo] = spendable(await utxosOf(server))
  if (!utxo) throw new Error('ewoq has AVAX on the P-chain')
  const balance = tx.type === 'RegisterL1ValidatorTx' ? tx.balance : 0n
  return withChange({ ...tx, ...base(utxo) }, balance)
}
const issued = (tx: PlatformTransaction) => issue(server, '/ext/bc/P', 'platform', signed(tx))
const listed = async () => {
  const { body } = await server.inject('/v1/networks/fuji/l1Validators?pageSize=100')
  return (JSON.parse(body).validators as { weight: number }[]).map((each) => each.weight)
}

test('a wallet registers a validator that the manager of an L1 asks for, once', async () => {
  expect(await issued(await paidBy(registration))).toHaveProperty('result.txID')
  expect(await listed()).toContain(10)
  expect((await issued(await paidBy(registration))).error?.message).toContain(
    'warp message already issued for validationID',
  )
  // Restoring has made the world forget the key of the node, as it never knows that of a foreign one.
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})

test('a wallet sets the weight that the manager of an L1 asks for, once', async () => {
  await server.snapshots.restore('registered')
  expect(await issued(await paidBy(weight))).toHaveProperty('result.txID')
  expect(await listed()).toContain(12)
  expect((await issued(await paidBy(weight))).error?.message).toMatch(
    /warp message contains stale nonce \d+ must be at least \d+$/,
  )
  expect((await server.check()).violations).toBe(0)
})

const flipped = (message: Uint8Array, at: number) =>
  message.map((byte, index) => (index === at ? byte ^ 1 : byte))

type Signature = ReturnType<typeof decodedSigned>['signature']
const decodedSigned = (message: Uint8Array) => decode(SignedWarpMessage, message)
const withSignature = (change: Partial<Signature>) => (message: Uint8Array) => {
  const { signature, ...content } = decodedSigned(message)
  return encode(SignedWarpMessage, { ...content, signature: { ...signature, ...change } })
}
const withContent = (change: Partial<ReturnType<typeof decodedSigned>>) => (message: Uint8Array) =>
  encode(SignedWarpMessage, { ...decodedSigned(message), ...change })

// The L1 has one validator, of weight 100.
test.each([
  [
    'a signature of another message',
    (of: Uint8Array) => flipped(of, of.length - 1),
    /^(signature is invalid|failed to parse signature: couldn't decompress signature)$/,
  ],
  ['another content', (of: Uint8Array) => flipped(of, of.length - 140), 'signature is invalid'],
  ['no message', () => new Uint8Array(), 'ends 2 bytes early'],
  [
    'a message that is cut',
    (of: Uint8Array) => of.subarray(0, 50),
    'payload: ends 208 bytes early',
  ],
  ['another network', withContent({ networkId: 1 }), 'wrong networkID'],
  [
    'an unknown source chain',
    withContent({ sourceChainId: new Uint8Array(32).fill(9) }),
    `problem retrieving blockchain "${encodeCb58(new Uint8Array(32).fill(9))}": not found`,
  ],
  [
    'a bit set with an empty byte',
    withSignature({ signers: Uint8Array.of(0, 1) }),
    'bitset is invalid',
  ],
  [
    'a signer beyond the set',
    withSignature({ signers: Uint8Array.of(2) }),
    'unknown validator: NumIndices (1) >= NumFilteredValidators (1)',
  ],
  [
    'no signer',
    withSignature({ signers: new Uint8Array() }),
    'signature weight is insufficient: 67*100 > 100*0',
  ],
  [
    'bytes that are no signature',
    withSignature({ signature: new Uint8Array(96) }),
    "failed to parse signature: couldn't decompress signature",
  ],
] as const)(
  'a registration with %s is refused, and changes nothing',
  async (_case, change, text) => {
    const before = await server.export()
    const tx = { ...(await paidBy(registration)), message: change(registration.message) }
    const { error } = await issued(tx)
    const prefix = "couldn't issue tx: failed verifying warp messages: "
    expect(error?.message.slice(0, prefix.length)).toBe(prefix)
    expect(error?.message.slice(prefix.length)).toMatch(text)
    if (typeof text === 'string') expect(error?.message).toBe(prefix + text)
    expect(await server.export()).toEqual(before)
  },
)

test('a source that is a subnet is no blockchain', async () => {
  const { subnets } = (await server.inject('/v1/networks/fuji/subnets?pageSize=1')).json()
  const [{ subnetId }] = subnets
  const message = withContent({ sourceChainId: parseId(subnetId) })(registration.message)
  const { error } = await issued({ ...(await paidBy(registration)), message })
  expect(error?.message).toBe(
    `couldn't issue tx: failed verifying warp messages: "${subnetId}" is not a blockchain`,
  )
})

test('a registration is refused after its message has expired', async () => {
  await server.clock.advance('25h')
  expect((await issued(await paidBy(registration))).error?.message).toContain(
    'warp message expired at ',
  )
})

test('the primary network signs for the manager of an L1 on the C-chain', async () => {
  await server.act([
    { do: 'createSubnet', name: 'fog', by: 'ewoq' },
    {
      ...{ do: 'convertToL1', subnet: 'fog', by: 'ewoq', managerChain: 'C' },
      validators: [{ node: 'floe', weight: 100, balance: '5' }],
    },
  ])
  await server.snapshots.save('managed')
  const tx = await transactionOf({ ...register, subnet: 'fog' })
  expect((await server.check()).violations).toBe(0)
  await server.snapshots.restore('managed')
  expect(await issued(await paidBy(tx))).toHaveProperty('result.txID')
  expect((await server.check()).violations).toBe(0)

  // The validators of the L1 itself do not sign.
  await server.snapshots.restore('managed')
  const ofL1 = decode(SignedWarpMessage, registration.message)
  const content = decode(SignedWarpMessage, tx.message)
  const message = encode(SignedWarpMessage, { ...content, signature: ofL1.signature })
  expect((await issued({ ...(await paidBy(tx)), message })).error?.message).toContain(
    'failed verifying warp messages',
  )
})

const secret = blsSecretKey(new Uint8Array(32).fill(7))

test('a validator whose key a wallet brings counts in the weight of its L1, and signs nothing', async () => {
  const subnet = await server.act([{ do: 'createSubnet', name: 'rain', by: 'ewoq' }])
  const chain = await server.act([{ do: 'createChain', name: 'Rain', subnet: 'rain', by: 'ewoq' }])
  const [utxo] = spendable(await utxosOf(server))
  if (!utxo) throw new Error('ewoq has AVAX on the P-chain')
  const owner = { threshold: 1, addresses: [ewoq] }
  const conversion: PlatformTransaction = withChange(
    {
      type: 'ConvertSubnetToL1Tx',
      ...base(utxo),
      subnetId: parseId(subnet.results[0]?.subnetId ?? ''),
      managerChainId: parseId(chain.results[0]?.blockchainId ?? ''),
      managerAddress: new Uint8Array(20).fill(1),
      validators: [
        {
          nodeId: new Uint8Array(20).fill(5),
          weight: 100n,
          balance: 10n ** 9n,
          signer: { publicKey: blsPublicKey(secret), proof: proofOfPossession(secret) },
          remainingBalanceOwner: owner,
          deactivationOwner: owner,
        },
      ],
      authorization: { type: 'Input', signatureIndices: [0] },
    },
    10n ** 9n,
  )
  expect(await issued(conversion)).toHaveProperty('result.txID')
  expect(await server.check()).toMatchObject({ violations: 0 })
  const refused = await server.act([{ ...register, subnet: 'rain' }]).catch((error) => error)
  expect(String(refused.message)).toContain('do not have enough weight to sign for it')

  // It signs that its weight is 0, and would be the last to leave.
  const validationId = sha256(concatBytes(conversion.subnetId, new Uint8Array(4)))
  const source = {
    sourceChainId: conversion.managerChainId,
    sourceAddress: new Uint8Array(20).fill(1),
  }
  const unsigned = addressedCall(
    { networkId: 5, ...source },
    encode(L1Message, { type: 'L1ValidatorWeight', validationId, nonce: 0n, weight: 0n }),
  )
  const signature = blsSign(unsigned, secret)
  const message = encode(SignedWarpMessage, {
    ...decode(UnsignedWarpMessage, unsigned),
    signature: { type: 'BitSetSignature', signers: Uint8Array.of(1), signature },
  })
  const { error } = await issued(await paidBy({ ...weight, message }))
  expect(error?.message).toMatch(
    / failed execution: attempting to remove the last L1 validator from a converted subnet$/,
  )
})
