import { afterAll, beforeAll, expect, test } from 'vitest'
import { blsPublicKey, blsSecretKey, blsSign, proofOfPossession } from '../../src/formats/bls.ts'
import { decode, encode } from '../../src/formats/codec.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import { encodeCb58, parseId, primaryNetworkIdBytes, toHex } from '../../src/formats/ids.ts'
import { L1Message } from '../../src/formats/l1-messages.ts'
import type { PlatformTransaction } from '../../src/formats/p-chain-transactions.ts'
import {
  addressedCall,
  SignedWarpMessage,
  UnsignedWarpMessage,
  WarpPayload,
} from '../../src/formats/warp.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { refusalOf } from './support/refusals.ts'
import {
  authorization,
  base,
  ewoq,
  issue,
  type PlatformTransactionOf as Of,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

/*
 * Texts about L1s (ACP-77), typed by hand from avalanchego's vms/platformvm/txs,
 * vms/platformvm/txs/executor/standard_tx_executor.go and vms/platformvm/warp/message. The test has
 * the BLS secret of the L1's only validator, so its manager may ask for anything.
 */

type Conversion = Of<'ConvertSubnetToL1Tx'>
type Registration = Extract<L1Message, { type: 'RegisterL1Validator' }>

const coin = 10n ** 9n
const maxUint64 = 2n ** 64n - 1n
const secret = blsSecretKey(new Uint8Array(32).fill(7))
const [publicKey, proof] = [blsPublicKey(secret), proofOfPossession(secret)]
const otherProof = proofOfPossession(blsSecretKey(new Uint8Array(32).fill(8)))
const owner = { threshold: 1, addresses: [ewoq] }
const manager = new Uint8Array(20).fill(1)
const node = new Uint8Array(20).fill(5)
const unknown = new Uint8Array(32).fill(3)
const member = {
  ...{ nodeId: node, weight: 100n, balance: coin, signer: { publicKey, proof } },
  ...{ remainingBalanceOwner: owner, deactivationOwner: owner },
}

let server: Snowglobe
let utxo: Spendable
let now = 0n
/** The L1 with the chain of its manager and another one, and a subnet that is no L1. */
let rain: { subnetId: Uint8Array; chainId: Uint8Array; otherChainId: Uint8Array }
let plain: { subnetId: Uint8Array }
/** Validation id of the L1's only validator. */
let validationId: Uint8Array
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { results } = await server.act([
    { do: 'createSubnet', name: 'rain', by: 'ewoq' },
    { do: 'createChain', name: 'Rain', subnet: 'rain', by: 'ewoq' },
    { do: 'createSubnet', name: 'plain', by: 'ewoq' },
    { do: 'createChain', name: 'Snow', subnet: 'rain', by: 'ewoq' },
  ])
  plain = { subnetId: parseId(results[2]?.subnetId ?? '') }
  const subnetId = parseId(results[0]?.subnetId ?? '')
  const chainId = parseId(results[1]?.blockchainId ?? '')
  utxo = spendable(await utxosOf(server))[0] as Spendable
  const bytes = signed(
    withChange(
      {
        ...{ type: 'ConvertSubnetToL1Tx', ...base(utxo), subnetId, managerChainId: chainId },
        ...{ managerAddress: manager, validators: [member], authorization },
      } satisfies Conversion,
      coin,
    ),
  )
  expect(await issue(server, '/ext/bc/P', 'platform', bytes)).toHaveProperty('result.txID')
  rain = { subnetId, chainId, otherChainId: parseId(results[3]?.blockchainId ?? '') }
  validationId = sha256(Uint8Array.from([...subnetId, 0, 0, 0, 0]))
  utxo = spendable(await utxosOf(server))[0] as Spendable
  now = BigInt(Date.parse((await server.world()).now) / 1000)
  await server.snapshots.save('rain')
})
afterAll(() => server.close())

/** Returns the bytes of a message that the validator of the L1 signs. */
function signedMessage(
  payload: Uint8Array,
  sourceAddress: Uint8Array = manager,
  sourceChainId: Uint8Array = rain.chainId,
): Uint8Array {
  const source = { networkId: 5, sourceChainId, sourceAddress }
  return sealed(addressedCall(source, payload))
}
function sealed(unsigned: Uint8Array): Uint8Array {
  const signature = blsSign(unsigned, secret)
  return encode(SignedWarpMessage, {
    ...decode(UnsignedWarpMessage, unsigned),
    signature: { type: 'BitSetSignature', signers: Uint8Array.of(1), signature },
  })
}

const registering = (
  change: Partial<Registration> = {},
  tx: { sourceAddress?: Uint8Array; chainId?: Uint8Array; proofOfPossession?: Uint8Array } = {},
): PlatformTransaction => {
  const message = encode(L1Message, {
    type: 'RegisterL1Validator',
    subnetId: rain.subnetId,
    nodeId: new Uint8Array(20).fill(6),
    blsPublicKey: publicKey,
    expiry: now + 3600n,
    remainingBalanceOwner: owner,
    disableOwner: owner,
    weight: 10n,
    ...change,
  })
  return withChange(
    {
      ...{ type: 'RegisterL1ValidatorTx', ...base(utxo), balance: coin },
      proofOfPossession: tx.proofOfPossession ?? proof,
      message: signedMessage(message, tx.sourceAddress, tx.chainId),
    },
    coin,
  )
}
const weighing = (
  change: Partial<Extract<L1Message, { type: 'L1ValidatorWeight' }>> = {},
  sourceAddress?: Uint8Array,
): PlatformTransaction => {
  const weight = { validationId, nonce: 0n, weight: 12n, ...change }
  const message = encode(L1Message, { type: 'L1ValidatorWeight', ...weight })
  return withChange(
    {
      ...{ type: 'SetL1ValidatorWeightTx', ...base(utxo) },
      message: signedMessage(message, sourceAddress),
    },
    0n,
  )
}
const saying = (type: 'RegisterL1ValidatorTx' | 'SetL1ValidatorWeightTx', message: Uint8Array) =>
  withChange<Of<'RegisterL1ValidatorTx'> | Of<'SetL1ValidatorWeightTx'>>(
    { type, ...base(utxo), balance: 0n, proofOfPossession: proof, message } as never,
    0n,
  )
const converting = (
  change: Partial<Conversion> = {},
  validator: Partial<typeof member> = {},
): PlatformTransaction => ({
  ...{ type: 'ConvertSubnetToL1Tx', ...base(utxo), subnetId: plain.subnetId },
  ...{ managerChainId: rain.chainId, managerAddress: manager, authorization },
  validators: [{ ...member, ...validator }],
  ...change,
})
const increasing = (id: Uint8Array, balance: bigint): PlatformTransaction =>
  withChange(
    { type: 'IncreaseL1ValidatorBalanceTx', ...base(utxo), validationId: id, balance },
    balance,
  )
const disabling = (id: Uint8Array, signatureIndices = [0]): PlatformTransaction =>
  withChange(
    {
      ...{ type: 'DisableL1ValidatorTx', ...base(utxo), validationId: id },
      authorization: { type: 'Input', signatureIndices },
    },
    0n,
  )

const totalText = (total: bigint) =>
  `the weights of the L1's validators must be at most 9007199254740991 in total, found ${total}`

const rows: Readonly<Record<string, () => readonly [PlatformTransaction, string | RegExp]>> = {
  'a conversion of the primary network': () => [
    converting({ subnetId: primaryNetworkIdBytes }),
    'cannot convert a permissionless subnet',
  ],
  'a conversion with a manager of 4,097 bytes': () => [
    converting({ managerAddress: new Uint8Array(4097) }),
    'address is too long',
  ],
  'a conversion without validators': () => [
    converting({ validators: [] }),
    'conversion must include at least one validator',
  ],
  'a conversion with a validator twice': () => [
    converting({ validators: [member, member] }),
    'conversion validators must be sorted and unique',
  ],
  'a conversion on another network': () => [
    converting({ networkId: 1 }),
    'metadata failed verification: tx has wrong network ID',
  ],
  'a conversion with a validator of no weight': () => [
    converting({}, { weight: 0n }),
    'validator weight must be non-zero',
  ],
  'a conversion with a node id of 19 bytes': () => [
    converting({}, { nodeId: new Uint8Array(19).fill(1) }),
    'invalid hash length: expected 20 bytes but got 19',
  ],
  'a conversion with the empty node id': () => [
    converting({}, { nodeId: new Uint8Array(20) }),
    'validator nodeID cannot be empty',
  ],
  'a conversion with the proof of another key': () => [
    converting({}, { signer: { publicKey, proof: otherProof } }),
    'invalid proof of possession',
  ],
  'a conversion whose remaining balance nobody gets': () => [
    converting({}, { remainingBalanceOwner: { threshold: 2, addresses: [ewoq] } }),
    'output is unspendable',
  ],
  'a conversion with indices out of order': () => [
    converting({ authorization: { type: 'Input', signatureIndices: [1, 0] } }),
    'address indices not sorted and unique',
  ],
  'a conversion with a memo': () => [
    converting({ memo: Uint8Array.of(1) }),
    'memo exceeds maximum length: 1 > 0',
  ],
  'a conversion of an L1': () => [
    converting({ subnetId: rain.subnetId }),
    `"${encodeCb58(rain.subnetId)}" is immutable`,
  ],
  'a conversion of a subnet that there is not': () => [
    converting({ subnetId: unknown }),
    'not found',
  ],
  'a conversion with a manager that is no contract (G-241)': () => [
    converting({ managerAddress: new Uint8Array(19) }),
    'the manager of an L1 must be a contract of an EVM chain, with an address of 20 bytes',
  ],
  'a conversion with a weight of 2^53 (G-344)': () => [
    converting({}, { weight: 2n ** 53n }),
    totalText(2n ** 53n),
  ],
  'a conversion with a weight of 64 bits (G-344)': () => [
    converting({}, { weight: maxUint64 }),
    totalText(maxUint64),
  ],
  'a conversion with weights of 2^53 in total (G-344)': () => [
    converting({
      validators: [
        { ...member, weight: 2n ** 53n - 1n },
        { ...member, nodeId: new Uint8Array(20).fill(6), weight: 1n },
      ],
    }),
    totalText(2n ** 53n),
  ],
  'a conversion that does not pay its balances': () => [
    withChange(converting() as Conversion, coin - 1n),
    /^insufficient unlocked funds: needs 1 more \w+$/,
  ],

  'a registration that does not pay its balance': () => [
    { ...(registering() as Of<'RegisterL1ValidatorTx'>), balance: 2n * coin },
    /^insufficient unlocked funds: needs 1000000000 more \w+$/,
  ],
  'a registration with the message of a weight': () => [
    saying('RegisterL1ValidatorTx', (weighing() as Of<'SetL1ValidatorWeightTx'>).message),
    `couldn't unmarshal interface: "*message.RegisterL1Validator" expected`,
  ],
  'a registration with the hash of a block': () => [
    saying(
      'RegisterL1ValidatorTx',
      sealed(
        encode(UnsignedWarpMessage, {
          ...{ networkId: 5, sourceChainId: rain.chainId },
          payload: encode(WarpPayload, { type: 'Hash', hash: unknown }),
        }),
      ),
    ),
    'wrong payload type',
  ],
  'a registration for the primary network': () => [
    registering({ subnetId: primaryNetworkIdBytes }),
    'invalid subnetID',
  ],
  'a registration of no weight': () => [registering({ weight: 0n }), 'invalid weight'],
  'a registration of a node id of 21 bytes': () => [
    registering({ nodeId: new Uint8Array(21).fill(1) }),
    'invalid hash length: expected 20 bytes but got 21',
  ],
  'a registration of the empty node id': () => [
    registering({ nodeId: new Uint8Array(20) }),
    'validator nodeID cannot be empty',
  ],
  'a registration whose owner nobody is': () => [
    registering({ disableOwner: { threshold: 1, addresses: [] } }),
    'output is unspendable',
  ],
  'a registration for a subnet that is no L1': () => [
    registering({ subnetId: plain.subnetId }),
    'could not load subnet conversion: not found',
  ],
  'a registration by a contract of another chain': () => [
    registering({}, { chainId: rain.otherChainId }),
    `wrong warp message source chain ID expected ${encodeCb58(rain.chainId)} but had ${encodeCb58(rain.otherChainId)}`,
  ],
  'a registration by another contract': () => [
    registering({}, { sourceAddress: new Uint8Array(20).fill(2) }),
    `wrong warp message source address expected 0x${'01'.repeat(20)} but got 0x${'02'.repeat(20)}`,
  ],
  'a registration that has expired': () => [
    registering({ expiry: now }),
    /^warp message expired at \d+ and it is currently \d+$/,
  ],
  'a registration more than a day ahead': () => [
    registering({ expiry: now + 86_401n + 3600n }),
    /^warp message not yet allowed because time is \d+ seconds in the future but the limit is 86400$/,
  ],
  'a registration that never ends': () => [
    registering({ expiry: maxUint64 }),
    /^warp message not yet allowed because time is \d+ seconds in the future but the limit is 86400$/,
  ],
  'a registration with the proof of another key': () => [
    registering({}, { proofOfPossession: otherProof }),
    'invalid proof of possession',
  ],
  'a registration of a node that validates the L1': () => [
    registering({ nodeId: node }),
    'L1 validator contains duplicate subnetID + nodeID pair',
  ],

  'a registration with which the weights are 2^53 in total (G-344)': () => [
    registering({ weight: 2n ** 53n - 100n }),
    totalText(2n ** 53n),
  ],
  'a registration of 64 bits (G-344)': () => [
    registering({ weight: maxUint64 }),
    totalText(maxUint64 + 100n),
  ],

  'a weight with the message of a registration': () => [
    saying('SetL1ValidatorWeightTx', (registering() as Of<'RegisterL1ValidatorTx'>).message),
    `couldn't unmarshal interface: "*message.L1ValidatorWeight" expected`,
  ],
  'a weight with the last nonce': () => [
    weighing({ nonce: maxUint64 }),
    'nonce is reserved for removal',
  ],
  'a weight of no validator': () => [
    weighing({ validationId: unknown }),
    'could not load L1 validator: not found',
  ],
  'a weight by another contract': () => [
    weighing({}, new Uint8Array(20).fill(2)),
    `wrong warp message source address expected ${toHex(manager)} but got 0x${'02'.repeat(20)}`,
  ],
  'a weight of 2^53 (G-344)': () => [weighing({ weight: 2n ** 53n }), totalText(2n ** 53n)],
  'a weight of 2^63 (G-344)': () => [weighing({ weight: 2n ** 63n }), totalText(2n ** 63n)],
  'a weight with the nonce 2^53 - 1 (G-344)': () => [
    weighing({ nonce: 2n ** 53n - 1n }),
    'nonce must be below 9007199254740991, found 9007199254740991',
  ],
  'a weight with the nonce 2^64 - 2 (G-344)': () => [
    weighing({ nonce: maxUint64 - 1n }),
    `nonce must be below 9007199254740991, found ${maxUint64 - 1n}`,
  ],
  'a removal of the last validator with the last nonce': () => [
    weighing({ weight: 0n, nonce: maxUint64 }),
    'attempting to remove the last L1 validator from a converted subnet',
  ],
  'a removal of the last validator': () => [
    weighing({ weight: 0n }),
    'attempting to remove the last L1 validator from a converted subnet',
  ],

  'an increase by nothing': () => [increasing(validationId, 0n), 'balance must be greater than 0'],
  'an increase for nobody': () => [increasing(unknown, 1n), 'not found'],
  'a disabling of nobody': () => [disabling(unknown), 'could not load L1 validator: not found'],
  'a disabling with indices out of order': () => [
    disabling(validationId, [1, 0]),
    'address indices not sorted and unique',
  ],
  'a disabling by nobody': () => [
    disabling(validationId, []),
    'unauthorized modification: input has less signers than expected',
  ],
}

test.each(Object.keys(rows))('%s is refused in the words of the node', async (name) => {
  const [tx, text] = rows[name]?.() ?? []
  if (!tx || text === undefined) throw new Error(`${name} is a row`)
  const reason = await refusalOf(server, signed(tx))
  if (typeof text === 'string') expect(reason).toBe(text)
  else expect(reason).toMatch(text)
})

test('the validator is registered, weighed, filled and disabled by the same messages when they are right', async () => {
  for (const make of [
    () => registering(),
    () => weighing(),
    () => increasing(validationId, coin),
    () => disabling(validationId),
  ]) {
    utxo = spendable(await utxosOf(server))[0] as Spendable
    now = BigInt(Date.parse((await server.world()).now) / 1000)
    const response = await issue(server, '/ext/bc/P', 'platform', signed(make()))
    expect(response).toHaveProperty('result.txID')
  }
  expect((await server.check()).violations).toBe(0)
})

test('an L1 has the greatest weight and nonce, and a validator is removed with the last nonce (G-344)', async () => {
  await server.snapshots.restore('rain')
  const refresh = async () => {
    utxo = spendable(await utxosOf(server))[0] as Spendable
    now = BigInt(Date.parse((await server.world()).now) / 1000)
  }
  const issued = async (make: () => PlatformTransaction) => {
    await refresh()
    return issue(server, '/ext/bc/P', 'platform', signed(make()))
  }
  await refresh()
  const nodeId = new Uint8Array(20).fill(7)
  const added = registering({ nodeId, weight: 1n }) as Of<'RegisterL1ValidatorTx'>
  const request = decode(WarpPayload, decode(SignedWarpMessage, added.message).payload)
  if (request.type !== 'AddressedCall') throw new Error('a registration is a call')
  const addedId = sha256(request.payload)
  expect(await issued(() => added)).toHaveProperty('result.txID')
  const greatest = { nonce: 2n ** 53n - 2n, weight: 2n ** 53n - 2n }
  expect(await issued(() => weighing(greatest))).toHaveProperty('result.txID')
  expect(
    await issued(() => weighing({ validationId: addedId, weight: 0n, nonce: maxUint64 })),
  ).toHaveProperty('result.txID')
  await server.clock.advance('1h')
  expect((await server.check()).violations).toBe(0)
  const subnet = encodeCb58(rain.subnetId)
  const shown = (await server.inject(`/v1/networks/fuji/l1Validators?subnetId=${subnet}`)).json()
  expect(shown.validators.map(({ weight }: { weight: number }) => weight)).toContain(
    Number(greatest.weight),
  )

  // Actions have the same bounds.
  const ofLast = { do: 'setL1Weight' as const, validation: encodeCb58(validationId), by: 'ewoq' }
  await expect(server.act([{ ...ofLast, weight: 5 }])).rejects.toThrow(
    'nonce must be below 9007199254740991, found 9007199254740991',
  )
  const another = { subnet, by: 'ewoq', node: 'drop', weight: 12, balance: '1' }
  await expect(server.act([{ do: 'registerL1Validator', ...another }])).rejects.toThrow(
    totalText(2n ** 53n + 10n),
  )
})
