import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  encodeCb58,
  idOf,
  primaryNetworkIdBytes,
  toCheckedHex,
  toHex,
} from '../../src/formats/ids.ts'
import { platformTransactions } from '../../src/formats/p-chain-transactions.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  avaxId,
  base,
  call,
  chainIds,
  ewoq,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

let server: Snowglobe
let utxo: Spendable
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())
beforeEach(async () => {
  const [first] = spendable(await utxosOf(server))
  if (!first) throw new Error('ewoq has AVAX on the P-chain')
  utxo = first
})

const other = new Uint8Array(20).fill(7)
const transfer = (amount = 10n ** 9n) =>
  withChange({ type: 'BaseTx', ...base(utxo, [outputTo(amount, other)]) }, amount)
const issued = (bytes: Uint8Array) => issue(server, '/ext/bc/P', 'platform', bytes)
const idText = (bytes: Uint8Array) => encodeCb58(idOf(bytes))

test('a transfer that a wallet signs is accepted, and every interface shows it', async () => {
  const bytes = signed(transfer())
  const txID = idText(bytes)
  expect(await issued(bytes)).toMatchObject({ result: { txID } })
  const of = (method: string) => call(server, '/ext/bc/P', method, { txID })
  expect(await of('platform.getTxStatus')).toMatchObject({ result: { status: 'Committed' } })
  expect((await of('platform.getTx')).result.tx).toBe(toCheckedHex(bytes))
  const path = `/v1/networks/fuji/blockchains/p-chain/transactions/${txID}`
  expect((await server.inject(path)).json()).toMatchObject({ txHash: txID, txType: 'BaseTx' })
  const last = await call(server, '/ext/index/P/block', 'index.getLastAccepted')
  expect(last.result.bytes).toContain(toHex(bytes.subarray(2)).slice(2))
})

test('the same transaction again gets its id again, and changes nothing', async () => {
  const bytes = signed(transfer())
  await issued(bytes)
  const before = await server.export()
  expect(await issued(bytes)).toMatchObject({ result: { txID: idText(bytes) } })
  expect(await server.export()).toEqual(before)
})

test.each(['/ext/P', '/ext/bc/platform', '/ext/bc/11111111111111111111111111111111LpoYY'])(
  '%s is the P-chain too',
  async (path) => {
    expect(await call(server, path, 'platform.getHeight')).toHaveProperty('result.height')
  },
)

test('the fee state is that of the last block at the present', async () => {
  const { result } = await call(server, '/ext/bc/P', 'platform.getFeeState')
  expect(result).toMatchObject({ price: 1 })
  expect(result.capacity).toBeGreaterThan(0)
  expect(result.capacity).toBeLessThanOrEqual(1_000_000)
})

const execution = (bytes: Uint8Array, reason: string) =>
  `couldn't issue tx: failed execution: standard tx ${idText(bytes)} failed execution: ${reason}`
const avax = encodeCb58(avaxId)

/** Broken transactions, each in one place, and the reasons of the node. */
const broken: Readonly<Record<string, () => { bytes: Uint8Array; reason: string }>> = {
  'of another network': () => ({
    bytes: signed({ ...transfer(), networkId: 1 }),
    reason: 'metadata failed verification: tx has wrong network ID',
  }),
  'of another chain': () => ({
    bytes: signed({ ...transfer(), blockchainId: chainIds.X }),
    reason: 'metadata failed verification: tx has wrong chain ID',
  }),
  'with a memo': () => ({
    bytes: signed({ ...transfer(), memo: Uint8Array.of(1) }),
    reason: 'memo exceeds maximum length: 1 > 0',
  }),
  'with outputs out of order': () => {
    const tx = transfer()
    return {
      bytes: signed({ ...tx, outputs: [...tx.outputs].reverse() }),
      reason: 'outputs not sorted',
    }
  },
  'with an input twice': () => {
    const tx = transfer()
    return {
      bytes: signed({ ...tx, inputs: [...tx.inputs, ...tx.inputs] }),
      reason: 'inputs not sorted and unique',
    }
  },
  'with an empty output': () => ({
    bytes: signed({ type: 'BaseTx', ...base(utxo, [outputTo(0n)]) }),
    reason: 'output failed verification: output has no value',
  }),
  'that spends nothing there is': () => {
    const unknown = { ...utxo, txId: new Uint8Array(32).fill(9) }
    return {
      bytes: signed({ type: 'BaseTx', ...base(unknown, [outputTo(1n)]) }),
      reason: `failed to read consumed UTXO ${encodeCb58(unknown.txId)}:${unknown.outputIndex} due to: not found`,
    }
  },
  'that takes an output for another asset': () => {
    const unknown = { ...utxo, assetId: new Uint8Array(32).fill(9) }
    return {
      bytes: signed({ type: 'BaseTx', ...base(unknown, [outputTo(1n)]) }),
      reason: `input asset ID does not match UTXO asset ID: ${encodeCb58(unknown.assetId)} != ${avax}`,
    }
  },
  'that takes an output for more': () => {
    const more = { ...utxo, amount: utxo.amount + 1n }
    return {
      bytes: signed({ type: 'BaseTx', ...base(more, [outputTo(1n)]) }),
      reason: `failed to verify transfer: utxo amount and input amount are not equal: ${utxo.amount} != ${more.amount}`,
    }
  },
  'without a credential': () => {
    const tx = transfer()
    return {
      bytes: platformTransactions.encode({ unsigned: tx, credentials: [] }),
      reason: 'wrong number of credentials: 1 inputs != 0 credentials',
    }
  },
  'with too few signers': () => {
    const tx = transfer()
    const [input] = tx.inputs
    if (input?.input.type !== 'TransferInput') throw new Error('it has an input')
    const unsigned = {
      ...tx,
      inputs: [{ ...input, input: { ...input.input, signatureIndices: [] } }],
    }
    return {
      bytes: platformTransactions.sign(unsigned, [[]]).bytes,
      reason: 'failed to verify transfer: input has less signers than expected',
    }
  },
  'with an index of no owner': () => {
    const tx = transfer()
    const [input] = tx.inputs
    if (input?.input.type !== 'TransferInput') throw new Error('it has an input')
    const unsigned = {
      ...tx,
      inputs: [{ ...input, input: { ...input.input, signatureIndices: [1] } }],
    }
    return {
      bytes: signed(unsigned),
      reason: 'failed to verify transfer: input referenced a nonexistent address in the output',
    }
  },
  'that makes more than it spends': () => ({
    bytes: signed({ type: 'BaseTx', ...base(utxo, [outputTo(utxo.amount)]) }),
    reason: expect.stringMatching(/^insufficient unlocked funds: needs \d+ more /) as string,
  }),
  'of a type of the past': () => ({
    bytes: signed({
      type: 'AddDelegatorTx',
      ...base(utxo),
      validator: { nodeId: other, start: 0n, end: 1n, weight: 1n },
      stake: [],
      rewardsOwner: { type: 'Owners', locktime: 0n, threshold: 1, addresses: [ewoq] },
    }),
    reason: 'AddDelegatorTx is not permitted post-Durango',
  }),
  'of the chain itself': () => ({
    bytes: platformTransactions.sign({ type: 'AdvanceTimeTx', time: 1n }, []).bytes,
    reason: 'wrong transaction type',
  }),
  'that imports nothing': () => ({
    bytes: signed({
      type: 'ImportTx',
      ...base(utxo),
      sourceChain: chainIds.X,
      importedInputs: [],
    }),
    reason: 'tx has no imported inputs',
  }),
  'that exports to its own chain': () => ({
    bytes: signed({
      type: 'ExportTx',
      ...base(utxo),
      destinationChain: chainIds.P,
      exportedOutputs: [outputTo(1n)],
    }),
    reason: 'same chainID',
  }),
  'that delegates to nobody': () => {
    const stake = outputTo(30n * 10n ** 9n)
    return {
      bytes: signed({
        type: 'AddPermissionlessDelegatorTx',
        ...base(utxo),
        validator: {
          nodeId: other,
          start: 0n,
          end: BigInt(Date.parse('2026-03-01') / 1000),
          weight: stake.output.amount,
        },
        subnetId: primaryNetworkIdBytes,
        stake: [stake],
        rewardsOwner: { type: 'Owners', locktime: 0n, threshold: 1, addresses: [ewoq] },
      }),
      reason: expect.stringMatching(
        /^failed to fetch the validator for NodeID-\w+ on 1{32}LpoYY: not found$/,
      ) as string,
    }
  },
  'that stakes too little': () => {
    const stake = outputTo(1n)
    return {
      bytes: signed({
        type: 'AddPermissionlessDelegatorTx',
        ...base(utxo),
        validator: { nodeId: other, start: 0n, end: 1n, weight: 1n },
        subnetId: primaryNetworkIdBytes,
        stake: [stake],
        rewardsOwner: { type: 'Owners', locktime: 0n, threshold: 1, addresses: [ewoq] },
      }),
      reason: 'weight of this validator is too low',
    }
  },
  'that gives away the primary network': () => ({
    bytes: signed({
      type: 'TransferSubnetOwnershipTx',
      ...base(utxo),
      subnetId: primaryNetworkIdBytes,
      authorization: { type: 'Input', signatureIndices: [0] },
      owner: { type: 'Owners', locktime: 0n, threshold: 1, addresses: [ewoq] },
    }),
    reason: 'cannot transfer ownership of a permissionless subnet',
  }),
  'that fills a balance of no validator': () => ({
    bytes: signed({
      type: 'IncreaseL1ValidatorBalanceTx',
      ...base(utxo),
      validationId: new Uint8Array(32).fill(3),
      balance: 1n,
    }),
    reason: 'not found',
  }),
}

test.each(Object.keys(broken))('a transaction %s is refused, and nothing is left', async (name) => {
  const made = broken[name]?.()
  if (!made) throw new Error(`${name} is a row`)
  const before = await server.export()
  const { error } = await issued(made.bytes)
  const prefix = execution(made.bytes, '')
  expect(error?.code).toBe(-32000)
  expect(error?.message.startsWith(prefix)).toBe(true)
  expect(error?.message.slice(prefix.length)).toEqual(made.reason)
  expect(await server.export()).toEqual(before)
  const txID = idText(made.bytes)
  expect(await call(server, '/ext/bc/P', 'platform.getTxStatus', { txID })).toMatchObject({
    result: { status: 'Dropped', reason: error?.message },
  })
})

test('a refusal costs the simulation nothing: the next transaction is accepted', async () => {
  await issued(signed({ ...transfer(), networkId: 1 }))
  expect(await issued(signed(transfer()))).toHaveProperty('result.txID')
})

test.each([
  [{ tx: '0x00' }, /^problem decoding transaction: /],
  [{ tx: toCheckedHex(Uint8Array.of(0, 0, 0)) }, /^couldn't parse tx: /],
  [
    { tx: toCheckedHex(Uint8Array.of(0, 0)), encoding: 'json' },
    /^problem decoding|^couldn't parse/,
  ],
])('params %j are refused', async (params, message) => {
  const { error } = await call(server, '/ext/bc/P', 'platform.issueTx', params)
  expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(message) })
})

test('the log plays issued transactions again, in another process, to the same world', async () => {
  const document = await server.export()
  const copy = await createSnowglobe({ size: 'empty', logLevel: 'silent' })
  await copy.import(document)
  const fingerprint = async (world: Snowglobe) => {
    const { rules } = await world.check()
    expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
    return (await world.inject('/_admin/world')).json().fingerprint
  }
  const expected = await fingerprint(server)
  expect(expected).toMatch(/^[0-9a-f]{64}$/)
  expect(await fingerprint(copy)).toBe(expected)
  await copy.close()
})
