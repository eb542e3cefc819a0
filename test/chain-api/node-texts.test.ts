import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  encodeCb58,
  idOf,
  nodeIdText,
  parseId,
  parseNodeId,
  primaryNetworkIdBytes,
} from '../../src/formats/ids.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  avaxId,
  base,
  call,
  ewoq,
  ewoqText,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
} from './support/wallet.ts'

/*
 * Texts of avalanchego, typed by hand from vms/platformvm/service.go, vms/avm/service.go,
 * vms/platformvm/txs/executor and vms/platformvm/utxo, letter by letter.
 */

let server: Snowglobe
let utxo: Spendable
/** Subnets of ewoq: one with an owner's validators, one that became an L1; and one of alice. */
const subnets: Record<string, Uint8Array> = {}
let validator: { nodeId: Uint8Array; weight: bigint; end: bigint }
let now = 0n
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { results } = await server.act([
    { do: 'createSubnet', name: 'mine', by: 'ewoq', network: 'fuji' },
    { do: 'createSubnet', name: 'hers', by: 'alice', network: 'fuji' },
    { do: 'createSubnet', name: 'free', by: 'ewoq', network: 'fuji' },
    {
      ...{ do: 'convertToL1', subnet: 'free', by: 'ewoq', managerChain: 'C', network: 'fuji' },
      validators: [{ node: 'floe', weight: 100, balance: '5' }],
    },
  ])
  for (const [place, name] of ['mine', 'hers', 'free'].entries())
    subnets[name] = parseId(results[place]?.subnetId ?? '')
  now = BigInt(Date.parse((await server.world()).now) / 1000)
  const { result } = await call(server, '/ext/bc/P', 'platform.getCurrentValidators')
  // The one that has longest to go.
  const [last] = result.validators.sort(
    (a: { endTime: string }, b: { endTime: string }) => Number(b.endTime) - Number(a.endTime),
  )
  validator = {
    nodeId: parseNodeId(last.nodeID),
    weight: BigInt(last.weight),
    end: BigInt(last.endTime),
  }
  const [first] = spendable(await utxosOf(server))
  if (!first) throw new Error('ewoq has AVAX on the P-chain')
  utxo = first
})
afterAll(() => server.close())

const ewoqOwns = { type: 'Owners' as const, locktime: 0n, threshold: 1, addresses: [ewoq] }
const authorization = { type: 'Input' as const, signatureIndices: [0] }
const day = 86_400n

const delegation = (amount: bigint, end: bigint): PlatformTransaction => ({
  type: 'AddPermissionlessDelegatorTx',
  ...base(utxo),
  validator: { nodeId: validator.nodeId, start: 0n, end, weight: amount },
  subnetId: primaryNetworkIdBytes,
  stake: [outputTo(amount)],
  rewardsOwner: ewoqOwns,
})
const removal = (subnet: string, nodeId: Uint8Array): PlatformTransaction => ({
  type: 'RemoveSubnetValidatorTx',
  ...base(utxo),
  nodeId,
  subnetId: subnets[subnet] as Uint8Array,
  authorization,
})
const appointment = (subnet: string, nodeId: Uint8Array): PlatformTransaction => ({
  type: 'AddSubnetValidatorTx',
  ...base(utxo),
  validator: { nodeId, start: 0n, end: now + 2n * day, weight: 1n },
  subnetId: subnets[subnet] as Uint8Array,
  authorization,
})

const stranger = new Uint8Array(20).fill(7)
const rows: readonly (readonly [
  string,
  () => PlatformTransaction | Promise<PlatformTransaction>,
  () => string | RegExp,
])[] = [
  [
    'validates as before Durango',
    () => ({
      type: 'AddValidatorTx',
      ...base(utxo),
      validator: { nodeId: stranger, start: 0n, end: 1n, weight: 1n },
      stake: [],
      rewardsOwner: ewoqOwns,
      shares: 20_000,
    }),
    () => 'AddValidatorTx is not permitted post-Durango',
  ],
  [
    'transforms a subnet as before Etna',
    () => ({
      type: 'TransformSubnetTx',
      ...base(utxo),
      subnetId: subnets.mine as Uint8Array,
      assetId: new Uint8Array(32).fill(1),
      initialSupply: 1n,
      maximumSupply: 2n,
      minConsumptionRate: 1n,
      maxConsumptionRate: 2n,
      minValidatorStake: 1n,
      maxValidatorStake: 2n,
      minStakeDuration: 1,
      maxStakeDuration: 2,
      minDelegationFee: 1,
      minDelegatorStake: 1n,
      maxValidatorWeightFactor: 1,
      uptimeRequirement: 1,
      authorization,
    }),
    () => 'TransformSubnetTx is not permitted post-Etna',
  ],
  [
    'stakes for less than a day',
    () => delegation(30n * 10n ** 9n, now + day - 60n),
    () => 'staking period is too short',
  ],
  [
    'stakes for more than a year',
    () => delegation(30n * 10n ** 9n, now + 366n * day),
    () => 'staking period is too long',
  ],
  [
    'stakes for longer than its validator',
    () => delegation(30n * 10n ** 9n, validator.end + 1n),
    () => 'proposed staking period is not inside dependent staking period',
  ],
  [
    'delegates more than five times its validator has',
    () => delegation(5n * validator.weight + 1n, now + 2n * day),
    () => 'validator would be over delegated',
  ],
  [
    'removes a node that does not validate the subnet',
    () => removal('mine', stranger),
    () =>
      `${nodeIdText(stranger)} isn't a current or pending validator of ${encodeCb58(subnets.mine as Uint8Array)}: not found`,
  ],
  [
    'appoints a node that does not validate the primary network',
    () => appointment('mine', stranger),
    () => `${nodeIdText(stranger)} isn't a current or pending validator of the primary network`,
  ],
  [
    'changes a subnet of somebody else',
    () => appointment('hers', validator.nodeId),
    () =>
      /^unauthorized modification: wrong signature: expected signature from \w+ but got from \w+$/,
  ],
  [
    'changes a subnet that became an L1',
    () => appointment('free', validator.nodeId),
    () => `"${encodeCb58(subnets.free as Uint8Array)}" is immutable`,
  ],
  [
    'spends a stakeable lock as if it were none',
    async () => {
      const locked = (await utxosOf(server)).find(
        ({ output }) => output.type === 'StakeableLockOutput' && output.locktime > now,
      )
      if (locked?.output.type !== 'StakeableLockOutput') throw new Error('ewoq has a locked output')
      const { amount } = locked.output.output
      return { type: 'BaseTx', ...base({ ...locked, amount } as Spendable, [outputTo(1n)]) }
    },
    () => 'locked funds not marked as locked',
  ],
  [
    'locks more than it spends',
    () => ({
      type: 'BaseTx',
      ...base(utxo),
      outputs: [
        {
          assetId: avaxId,
          output: {
            type: 'StakeableLockOutput',
            locktime: now + day,
            output: outputTo(utxo.amount + 5n).output,
          },
        },
      ],
    }),
    () =>
      new RegExp(
        `^insufficient locked funds: \\w+ needs \\d+ more ${encodeCb58(avaxId)} for locktime ${now + day}$`,
      ),
  ],
  [
    'exports more than it spends',
    () => ({
      type: 'ExportTx',
      ...base(utxo),
      destinationChain: parseId('2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'),
      exportedOutputs: [outputTo(utxo.amount)],
    }),
    () =>
      new RegExp(
        `^failed verifySpend: insufficient unlocked funds: needs \\d+ more ${encodeCb58(avaxId)}$`,
      ),
  ],
]

test.each(rows)(
  'a transaction that %s is refused in the words of the node',
  async (_, make, text) => {
    const bytes = signed(await make())
    const before = await server.export()
    const { error } = await issue(server, '/ext/bc/P', 'platform', bytes)
    const prefix = `couldn't issue tx: failed execution: standard tx ${encodeCb58(idOf(bytes))} failed execution: `
    expect(error?.code).toBe(-32000)
    expect(error?.message.slice(0, prefix.length)).toBe(prefix)
    const expected = text()
    const reason = error?.message.slice(prefix.length)
    if (typeof expected === 'string') expect(reason).toBe(expected)
    else expect(reason).toMatch(expected)
    expect(await server.export()).toEqual(before)
  },
)

test('of two transactions that spend the same output the second finds it spent', async () => {
  const [first, second] = [1n, 2n].map((amount) =>
    signed({
      type: 'BaseTx',
      ...base(
        utxo,
        [outputTo(amount), outputTo(utxo.amount - amount - 10_000n)].sort((a, b) =>
          a.output.amount < b.output.amount ? -1 : 1,
        ),
      ),
    }),
  ) as [Uint8Array, Uint8Array]
  expect(await issue(server, '/ext/bc/P', 'platform', first)).toHaveProperty('result.txID')
  const { error } = await issue(server, '/ext/bc/P', 'platform', second)
  const { txId, outputIndex } = inputOf(utxo)
  expect(error?.message).toBe(
    `couldn't issue tx: failed execution: standard tx ${encodeCb58(idOf(second))} failed execution: ` +
      `failed to read consumed UTXO ${encodeCb58(txId)}:${outputIndex} due to: not found`,
  )
  expect(platformTransactions.decode(first).unsigned.type).toBe('BaseTx')
})

const many = Array.from({ length: 1025 }, () => `P-${ewoqText}`)
const unknown = encodeCb58(new Uint8Array(32).fill(9))
test.each<readonly [path: string, method: string, params: object, message: string | RegExp]>([
  ...(
    [
      ['P', 'platform'],
      ['X', 'avm'],
      ['C/avax', 'avax'],
    ] as const
  ).flatMap(([path, service]): (readonly [string, string, object, string | RegExp])[] => [
    [path, `${service}.getUTXOs`, { addresses: [], sourceChain: 'P' }, 'no addresses provided'],
    [
      ...([path, `${service}.getUTXOs`, { addresses: many, sourceChain: 'P' }] as const),
      'number of addresses given, 1025, exceeds maximum, 1024',
    ],
    [
      ...([
        path,
        `${service}.getUTXOs`,
        { addresses: [`P-${ewoqText}`], sourceChain: 'Q' },
      ] as const),
      /^problem parsing source chainID "Q": /,
    ],
  ]),
  ['C/avax', 'avax.getUTXOs', { addresses: [`C-${ewoqText}`] }, 'no source chain provided'],
  [
    'P',
    'platform.getBalance',
    { addresses: many },
    'number of addresses given, 1025, exceeds maximum, 1024',
  ],
  ['P', 'platform.getTx', { txID: unknown }, "couldn't get tx: not found"],
  ['X', 'avm.getTx', { txID: unknown }, 'not found'],
  ['C/avax', 'avax.getAtomicTx', { txID: unknown }, `could not find tx ${unknown}`],
  ['X', 'avm.getTx', {}, 'nil transaction ID'],
  [
    'P',
    'platform.getL1Validator',
    { validationID: unknown },
    `fetching L1 validator "${unknown}" failed: not found`,
  ],
  [
    'P',
    'platform.getStake',
    { addresses: many },
    '1025 addresses provided but this method can take at most 256',
  ],
  [
    'P',
    'platform.getUTXOs',
    { addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] },
    `couldn't parse address "P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5": expected hrp "fuji" but got "avax"`,
  ],
  [
    'P',
    'platform.getUTXOs',
    { addresses: ['P-fuji1nothing'] },
    /^couldn't parse address "P-fuji1nothing": /,
  ],
  ...(
    [
      ['P', 'platform.getUTXOs', 'X', /: mismatched chainIDs: expected "1{32}LpoYY" but got "2JVS/],
      [
        'P',
        'platform.getBalance',
        'C',
        /: mismatched chainIDs: expected "1{32}LpoYY" but got "yH8/,
      ],
      [
        'P',
        'platform.getStake',
        'avm',
        /: mismatched chainIDs: expected "1{32}LpoYY" but got "2JV/,
      ],
      ['X', 'avm.getUTXOs', 'P', /: mismatched chainIDs: expected "2JVS.+" but got "1{32}LpoYY"$/],
      ['C/avax', 'avax.getUTXOs', 'P', /: expected chainID to be "yH8D.+" but was "1{32}LpoYY"$/],
      ['P', 'platform.getUTXOs', 'Z', /: there is no ID with alias: Z$/],
    ] as const
  ).map(([path, method, chain, message]): [string, string, object, RegExp] => [
    path,
    method,
    { addresses: [`${chain}-${ewoqText}`], sourceChain: 'X' },
    message,
  ]),
  [
    'P',
    'platform.getUTXOs',
    { addresses: [ewoqText] },
    `couldn't parse address "${ewoqText}": no separator found in address`,
  ],
  [
    'P',
    'platform.getUTXOs',
    {
      addresses: [`P-${ewoqText}`],
      startIndex: { address: `P-${ewoqText}`, utxo: 'nothing' },
    },
    /^couldn't parse start index "nothing": /,
  ],
  [
    'P',
    'platform.getAllValidatorsAt',
    { height: '999999' },
    /^failed to get validator set: failed to fetch validator set at unfinalized height: current P-chain height \(\d+\) < requested P-Chain height \(999999\)$/,
  ],
  ['C/avax', 'avax.issueTx', { tx: '0x00', encoding: 'hexnc' }, /^problem parsing tx: /],
  ['C/avax', 'avax.getAtomicTx', {}, 'nil transaction ID'],
  ['X', 'avm.getTxStatus', {}, 'nil transaction ID'],
  ['C/avax', 'avax.getAtomicTxStatus', {}, 'nil transaction ID'],
])('%s: %s with %j is refused in the words of the node', async (path, method, params, message) => {
  const { error } = await call(server, `/ext/bc/${path}`, method, params)
  expect(error).toMatchObject({ code: -32000, data: null })
  if (typeof message === 'string') expect(error?.message).toBe(message)
  else expect(error?.message).toMatch(message)
})

test('an address may name its chain by alias or id, or be 20 bytes in CB58', async () => {
  const balanceOf = async (address: string) =>
    (await call(server, '/ext/bc/P', 'platform.getBalance', { addresses: [address] })).result
  const known = await balanceOf(`P-${ewoqText}`)
  expect(BigInt(known.balance)).toBeGreaterThan(0n)
  expect(await balanceOf(`platform-${ewoqText}`)).toEqual(known)
  expect(await balanceOf(`11111111111111111111111111111111LpoYY-${ewoqText}`)).toEqual(known)
  expect(await balanceOf('6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV')).toEqual(known)
})

test('a transaction that creates no asset has no description', async () => {
  const { transactions } = (
    await server.inject('/v1/networks/fuji/blockchains/x-chain/transactions?pageSize=100')
  ).json()
  const other = transactions.find(({ txType }: { txType: string }) => txType === 'BaseTx')
  const { error } = await call(server, '/ext/bc/X', 'avm.getAssetDescription', {
    assetID: other.txHash,
  })
  expect(error?.message).toBe("transaction doesn't create an asset")
})

test('fees have the constants of the node', async () => {
  expect((await call(server, '/ext/bc/P', 'platform.getFeeConfig')).result).toEqual({
    weights: [1, 1000, 1000, 4],
    maxCapacity: 1_000_000,
    maxPerSecond: 100_000,
    targetPerSecond: 50_000,
    minPrice: 1,
    excessConversionConstant: 2_164_043,
  })
  expect((await call(server, '/ext/bc/X', 'avm.getTxFee')).result).toEqual({
    txFee: '1000000',
    createAssetTxFee: '10000000',
  })
})
