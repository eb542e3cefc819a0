import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { L1Validator } from '../../../schemas/data/staking.ts'
import type { PrimaryNetworkTransaction } from '../../../schemas/data/transactions.ts'
import { uncompressPublicKey } from '../../../src/formats/bls.ts'
import { decode } from '../../../src/formats/codec.ts'
import { bytes as abiBytes, encodeAbi, tuple } from '../../../src/formats/evm/abi.ts'
import { fromHex, parseId } from '../../../src/formats/ids.ts'
import { encodeJustification } from '../../../src/formats/l1-justifications.ts'
import { l1MessageIn, platformMessage } from '../../../src/formats/l1-messages.ts'
import { canonicalSet, decodeBitSet, hasQuorum } from '../../../src/formats/validator-sets.ts'
import { SignedWarpMessage, unsignedBytesOf } from '../../../src/formats/warp.ts'
import { warpRefusal } from '../../../src/formats/warp-signatures.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { openBase } from '../../../src/store/base-reader.ts'
import { walkPages } from '../../support/pages.ts'
import { startServer } from '../../support/server.ts'
import { smallWorld } from '../../support/small-world.ts'

const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const url = '/v1/signatureAggregator/mainnet/aggregateSignatures'
let server: Snowglobe
/** Everything that HTTP tells of the L1 of the world. */
let l1: { subnetId: string; validators: L1Validator[] }
let transactions: PrimaryNetworkTransaction[]

beforeAll(async () => {
  server = await startServer()
  const all = await walkPages<L1Validator>(
    server,
    '/v1/networks/mainnet/l1Validators?includeInactiveL1Validators=true',
    'validators',
    100,
  )
  const subnetId = all.items[0]?.subnetId ?? ''
  l1 = { subnetId, validators: all.items.filter((item) => item.subnetId === subnetId) }
  transactions = (
    await walkPages<PrimaryNetworkTransaction>(
      server,
      '/v1/networks/mainnet/blockchains/p-chain/transactions',
      'transactions',
      100,
    )
  ).items
})
afterAll(() => server.close())

const post = async (body: object, headers: Record<string, string> = {}, target = url) => {
  const response = await server.inject({ method: 'POST', url: target, payload: body, headers })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}
const signedOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  expect([status, body.message]).toEqual([200, undefined])
  return Uint8Array.from(Buffer.from(String(body.signedMessage), 'hex'))
}
const get = async (txHash: string) => {
  const response = await server.inject(`${url}/${txHash}`)
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}
const ofType = (type: string) => {
  const found = transactions.find(({ txType }) => txType === type)
  if (!found) throw new Error(`the world has no ${type}`)
  return found
}
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The set that a verifier would build from the public list of the L1's validators. */
const publicSet = () =>
  canonicalSet(
    l1.validators
      .filter(({ weight }) => weight > 0)
      .map(({ weight, blsCredentials, remainingBalance }) => ({
        // An inactive one counts, but has no place in the set of keys.
        uncompressedPublicKey:
          remainingBalance > 0
            ? uncompressPublicKey(fromHex(publicKeyOf(blsCredentials)))
            : undefined,
        weight: BigInt(weight),
      })),
  )
const publicKeyOf = (credentials: object) => (credentials as { publicKey: string }).publicKey

/** A message that the P-chain says about the L1, and that its validators have to sign. */
const conversion = async () =>
  unsignedBytesOf(signedOf(await get(ofType('ConvertSubnetToL1Tx').txHash)))

test('each transaction about an L1 has a message that its validators signed', async () => {
  for (const [type, message] of [
    ['ConvertSubnetToL1Tx', 'SubnetToL1Conversion'],
    ['RegisterL1ValidatorTx', 'L1ValidatorRegistration'],
    ['SetL1ValidatorWeightTx', /^L1Validator(Weight|Registration)$/],
  ] as const) {
    const signed = signedOf(await get(ofType(type).txHash))
    expect(warpRefusal(signed, publicSet(), 67)).toBeUndefined()
    expect(l1MessageIn(unsignedBytesOf(signed)).type).toMatch(message)
  }
})

test('other types are 400, unknown transactions 404', async () => {
  expect(await get(ofType('BaseTx').txHash)).toMatchObject({
    status: 400,
    body: { message: 'the transaction of txHash is a BaseTx, which has no message to sign' },
  })
  const unknown = '2sinVZEYcHtHgDgjgRFcstats5f17PeWey3uY7agqoD6hD6ejz'
  expect(await get(unknown)).toMatchObject({
    status: 404,
    body: { message: `Transaction ${unknown} does not exist on mainnet` },
  })
})

test('a removed validator is announced as no longer registered', async () => {
  const removed = ofType('SetL1ValidatorWeightTx')
  const payloads = transactions
    .filter(({ txType }) => txType === 'RegisterL1ValidatorTx')
    .map(({ l1ValidatorDetails }) => l1ValidatorDetails?.[0]?.validationId)
  const gone = l1.validators.find(({ weight }) => weight === 0)
  expect(payloads).toContain(gone?.validationId)
  expect(removed.l1ValidatorDetails?.[0]).toMatchObject({
    validationId: gone?.validationId,
    weight: 0,
  })
  expect(l1MessageIn(unsignedBytesOf(signedOf(await get(removed.txHash))))).toMatchObject({
    type: 'L1ValidatorRegistration',
    registered: false,
  })
})

test('every change of a weight is announced with the validator and what it has since', async () => {
  const changes = transactions.filter(({ txType }) => txType === 'SetL1ValidatorWeightTx')
  const weights = changes.map(({ l1ValidatorDetails }) => l1ValidatorDetails?.[0]?.weight)
  expect(new Set(weights.map((weight) => weight === 0))).toEqual(new Set([true, false]))
  for (const { txHash, l1ValidatorDetails } of changes) {
    const [{ validationId = '', weight = 0 } = {}] = l1ValidatorDetails ?? []
    expect(l1MessageIn(unsignedBytesOf(signedOf(await get(txHash))))).toMatchObject(
      weight === 0
        ? {
            type: 'L1ValidatorRegistration',
            registered: false,
            validationId: parseId(validationId),
          }
        : {
            type: 'L1ValidatorWeight',
            weight: BigInt(weight),
            validationId: parseId(validationId),
          },
    )
  }
})

test('a quorum is met exactly when the weight that can sign allows it', async () => {
  const message = hexOf(await conversion())
  const set = publicSet()
  const active = set.validators.reduce((sum, { weight }) => sum + weight, 0n)
  const percents = fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
    .filter(([quorum, buffer]) => quorum + buffer <= 100)
  await fc.assert(
    fc.asyncProperty(percents, async ([quorumPercentage, quorumPercentageBuffer]) => {
      const response = await post({
        message,
        signingSubnetId: l1.subnetId,
        quorumPercentage,
        quorumPercentageBuffer,
      })
      const isReachable = hasQuorum(active, set.totalWeight, quorumPercentage)
      expect(response.status).toBe(isReachable ? 200 : 400)
      if (!isReachable) return
      const signed = signedOf(response)
      expect(warpRefusal(signed, set, quorumPercentage)).toBeUndefined()
      const wanted = quorumPercentage + quorumPercentageBuffer
      if (hasQuorum(active, set.totalWeight, wanted))
        expect(warpRefusal(signed, set, wanted)).toBeUndefined()
    }),
    { numRuns: 12 },
  )
})

test('quorum 0 takes one signer, the default is 67', async () => {
  const message = hexOf(await conversion())
  const signersOf = async (body: object) =>
    decodeBitSet(
      decode(
        SignedWarpMessage,
        signedOf(await post({ message, signingSubnetId: l1.subnetId, ...body })),
      ).signature.signers,
    )
  expect(await signersOf({ quorumPercentage: 0 })).toHaveLength(1)
  expect(await signersOf({})).toEqual(await signersOf({ quorumPercentage: 67 }))
})

test('a subnet has the same validators by its id in hex and in base 58', async () => {
  const message = hexOf(await conversion())
  const signed = await post({ message, signingSubnetId: l1.subnetId })
  const hex = `0x${hexOf(parseId(l1.subnetId))}`
  expect(await post({ message, signingSubnetId: hex })).toEqual(signed)
})

test('who was disabled cannot sign', async () => {
  const alive = await startServer({ pace: 0 })
  const body = { message: hexOf(await conversion()), signingSubnetId: l1.subnetId }
  const statusAt = async (quorumPercentage: number) =>
    (await alive.inject({ method: 'POST', url, payload: { ...body, quorumPercentage } })).statusCode
  const able = l1.validators.filter((it) => it.weight > 0 && it.remainingBalance > 0)
  const owned = able.find(({ deactivationOwner }) => deactivationOwner.addresses.includes(ewoq))
  const sum = (validators: readonly L1Validator[]) =>
    validators.reduce((weight, each) => weight + each.weight, 0)
  const all = sum(l1.validators)
  const before = Math.floor((100 * sum(able)) / all)
  const after = Math.floor((100 * (sum(able) - (owned?.weight ?? 0))) / all)
  expect([await statusAt(before), after < before]).toEqual([200, true])
  await alive.act({
    ...{ do: 'disableL1Validator', by: 'ewoq' },
    validation: owned?.validationId ?? '',
  })
  expect([await statusAt(before), await statusAt(after)]).toEqual([400, 200])
  await alive.close()
})

test('a height asks for the validators of that height', async () => {
  const { blockNumber, l1ValidatorDetails = [] } = ofType('ConvertSubnetToL1Tx')
  const set = canonicalSet(
    l1ValidatorDetails.map(({ weight, blsCredentials }) => ({
      weight: BigInt(weight),
      uncompressedPublicKey: uncompressPublicKey(fromHex(publicKeyOf(blsCredentials ?? {}))),
    })),
  )
  const signed = signedOf(
    await post({
      message: hexOf(await conversion()),
      signingSubnetId: l1.subnetId,
      pChainHeight: Number(blockNumber),
      quorumPercentage: 90,
    }),
  )
  expect(warpRefusal(signed, set, 90)).toBeUndefined()
  expect(await post({ message: hexOf(await conversion()), pChainHeight: 10 ** 9 })).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(/^pChainHeight must be from 0 to \d+, not 1000000000$/),
    },
  })
})

test('the message may be bare or the data of a log, with or without 0x; one bit more is another', async () => {
  const unsigned = await conversion()
  const asLog = encodeAbi(tuple({ message: abiBytes }), { message: unsigned })
  const responses = await Promise.all(
    [hexOf(unsigned), `0x${hexOf(unsigned)}`, hexOf(asLog), `0x${hexOf(asLog)}`].map((message) =>
      post({ message, signingSubnetId: l1.subnetId }),
    ),
  )
  expect(new Set(responses.map((response) => hexOf(signedOf(response)))).size).toBe(1)
  expect(hexOf(signedOf(responses[0] ?? { status: 0, body: {} }))).toMatch(
    new RegExp(`^${hexOf(unsigned)}`),
  )
})

test('a justification alone stands for what the P-chain says', async () => {
  const subnetId = parseId(l1.subnetId)
  const convert = await post({ justification: hexOf(subnetId) })
  expect(unsignedBytesOf(signedOf(convert))).toEqual(await conversion())

  const index = encodeJustification({ type: 'ConversionValidator', subnetId, index: 0 })
  const first = unsignedBytesOf(signedOf(await post({ justification: hexOf(index) })))
  expect(l1MessageIn(first)).toMatchObject({ type: 'L1ValidatorRegistration', registered: true })

  const unknownJustification = encodeJustification({
    type: 'ConversionValidator',
    subnetId,
    index: 77,
  })
  const never = unsignedBytesOf(
    signedOf(await post({ justification: hexOf(unknownJustification) })),
  )
  expect(l1MessageIn(never)).toMatchObject({ registered: false })
})

test.each([
  [{}, 400, 'Must provide either message or justification'],
  [{ message: '' }, 400, 'Must provide either message or justification'],
  [{ message: '0x' }, 400, 'Must provide either message or justification'],
  [{ message: '0x123' }, 400, 'message must be hex, not "0x123"'],
  [{ message: 'xyz!' }, 400, 'message must be hex, not "xyz!"'],
  [{ justification: 'zz' }, 400, 'justification must be hex, not "zz"'],
  [{ message: 'abcd' }, 400, /^Error unpacking warp message: /],
  [{ justification: '0102' }, 400, /^justification is neither/],
  [
    { message: 'abcd', quorumPercentage: 60, quorumPercentageBuffer: 41 },
    400,
    /at most 100, not 101$/,
  ],
  [{ message: 'abcd', quorumPercentage: 101 }, 400, /quorumPercentage must be/],
  [{ message: 'abcd', quorumPercentage: '67' }, 400, /quorumPercentage must be/],
  [{ message: 'abcd', pChainHeight: -1 }, 400, /pChainHeight must be/],
])('%j is %i', async (body, status, message) => {
  const response = await post(body)
  expect(response.status).toBe(status)
  expect(response.body.message).toMatch(message)
})

test('unknown chains and subnets are 404, a message of the other network is 400', async () => {
  const message = hexOf(await conversion())
  const foreign = `${message.slice(0, 12)}${'ab'.repeat(32)}${message.slice(76)}`
  expect((await post({ message: foreign })).status).toBe(404)
  const signingSubnetId = `0x${'ab'.repeat(32)}`
  expect((await post({ message, signingSubnetId })).status).toBe(404)
  for (const wrong of ['nonsense', `ff${signingSubnetId}`, `${signingSubnetId}ff`])
    expect(await post({ message, signingSubnetId: wrong })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^signingSubnetId must be 32 bytes in hex or cb58/) },
    })
  expect(await post({ justification: `${'00'.repeat(31)}01` })).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(/^justification names the subnet \w+, which is not an L1$/),
    },
  })
  expect(await post({ message }, {}, url.replace('mainnet', 'fuji'))).toMatchObject({
    status: 400,
    body: { message: 'message must be of network 5, not 1' },
  })
})

test('the live dialect answers 201', async () => {
  const live = { 'x-snowglobe-dialect': 'live' }
  const message = hexOf(await conversion())
  expect((await post({ message, signingSubnetId: l1.subnetId }, live)).status).toBe(201)
})

test('--sign emitted refuses what the world never said', async () => {
  const strict = await startServer({ sign: 'emitted' })
  const ask = async (unsigned: Uint8Array) =>
    (
      await strict.inject({
        method: 'POST',
        url,
        payload: { message: hexOf(unsigned), signingSubnetId: l1.subnetId },
      })
    ).statusCode
  expect(await ask(await conversion())).toBe(200)
  const invented = { type: 'SubnetToL1Conversion', conversionId: new Uint8Array(32) } as const
  expect(await ask(platformMessage(1, invented))).toBe(400)
  const base = openBase((await smallWorld()).file)
  const [sent] = base.all<Record<string, never>, { unsigned: Uint8Array }>(
    { sql: "SELECT unsigned FROM warp_message WHERE network = 'mainnet' LIMIT 1" },
    {},
  )
  base.close()
  expect(await ask(sent?.unsigned ?? new Uint8Array())).toBe(200)
  await strict.close()
})

test('ewoq owns an L1 validator', () => {
  expect(l1.validators.some((item) => item.deactivationOwner.addresses.includes(ewoq))).toBe(true)
})
