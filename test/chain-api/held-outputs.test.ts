import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { base, call, issue, signed, utxosOf, withChange } from './support/wallet.ts'

let server: Snowglobe
let owner: string
let second: string
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const { results } = await server.act([
    { do: 'wallet', name: 'owner', network: 'fuji' },
    { do: 'wallet', name: 'second', network: 'fuji' },
  ])
  const [one, other] = results.map(({ addresses }) => `P-${addresses?.fuji}`)
  if (!one || !other) throw new Error('a wallet has addresses')
  ;[owner, second] = [one, other]
})
afterAll(() => server?.close())

const now = async () => Date.parse((await server.world()).now) / 1000
const platform = async (method: string, params: object) =>
  (await call(server, '/ext/bc/P', `platform.${method}`, params)).result

test('pages of outputs by any limit hold each output once, also one of two owners', async () => {
  const fund = (to: string, amount: string) =>
    ({ do: 'fund', to, chain: 'P', amount, network: 'fuji' }) as const
  await server.act([
    ...['1', '2', '3'].map((amount) => fund('owner', amount)),
    fund('second', '4'),
    {
      ...{ do: 'transfer', from: 'ewoq', to: ['owner', 'second'], threshold: 1 },
      ...{ chain: 'P', amount: '5', network: 'fuji' },
    },
  ])
  const addresses = [owner, second]
  const whole = await platform('getUTXOs', { addresses })
  expect(whole.numFetched).toBe('5')
  expect(new Set(whole.utxos).size).toBe(5)
  for (const limit of [1, 2, 3]) {
    const found: string[] = []
    let startIndex: unknown
    for (let page = 0; page < 10; page++) {
      const { utxos, endIndex } = await platform('getUTXOs', { addresses, limit, startIndex })
      if (utxos.length === 0) break
      found.push(...utxos)
      startIndex = endIndex
    }
    // A page does not know those before it: the output of both may come under either address.
    expect(new Set(found)).toEqual(new Set(whole.utxos))
    expect(found.length - whole.utxos.length).toBeLessThanOrEqual(1)
  }
})

const lockedUntil = async (to: string, seconds: number) => {
  const until = (await now()) + seconds
  await server.act({
    ...{ do: 'transfer', from: 'ewoq', to, chain: 'P', amount: '5', network: 'fuji' },
    locktime: new Date(until * 1000).toISOString(),
  })
  return until
}

const advanceTo = (seconds: number) =>
  server.clock.advanceTo(new Date(seconds * 1000).toISOString())

test('a balance is locked until the second before its time, and unlocked in that second', async () => {
  const { results } = await server.act({ do: 'wallet', name: 'locked', network: 'fuji' })
  const addresses = [`P-${results[0]?.addresses?.fuji}`]
  const until = await lockedUntil('locked', 3600)
  const nAvax = '5000000000'
  await advanceTo(until - 1)
  expect(await platform('getBalance', { addresses })).toMatchObject({
    ...{ balance: nAvax, unlocked: '0', lockedNotStakeable: nAvax },
  })
  await advanceTo(until)
  expect(await platform('getBalance', { addresses })).toMatchObject({
    ...{ balance: nAvax, unlocked: nAvax, lockedNotStakeable: '0' },
  })
})

test('a wallet spends a locked output in the second of its time, and not before', async () => {
  const until = await lockedUntil('ewoq', 3600)
  const [utxo] = (await utxosOf(server)).flatMap((each) =>
    each.output.type === 'TransferOutput' && each.output.locktime === BigInt(until)
      ? [{ ...each, amount: each.output.amount }]
      : [],
  )
  if (!utxo) throw new Error('the locked output is on the P-chain')
  const bytes = signed(withChange({ type: 'BaseTx', ...base(utxo) }, 0n))
  const issued = () => issue(server, '/ext/bc/P', 'platform', bytes)
  await advanceTo(until - 1)
  expect((await issued()).error?.message).toContain('output is time locked')
  await advanceTo(until)
  expect(await issued()).toHaveProperty('result.txID')
})

test('avm.getBalance counts outputs of several owners and locked ones where a call wants them', async () => {
  const { results } = await server.act({ do: 'wallet', name: 'partial', network: 'fuji' })
  const address = `X-${results[0]?.addresses?.fuji}`
  const onX = { do: 'transfer', from: 'ewoq', chain: 'X', network: 'fuji' } as const
  const locktime = new Date(((await now()) + 3600) * 1000).toISOString()
  await server.act([
    { ...onX, to: ['partial', 'second'], threshold: 2, amount: '1' },
    { ...onX, to: 'partial', amount: '2', locktime },
    { ...onX, to: 'partial', amount: '3' },
  ])
  const exchange = (method: string, params: object) =>
    call(server, '/ext/bc/X', `avm.${method}`, { address, ...params })
  const avax = { assetID: 'AVAX' }
  const { result: own } = await exchange('getBalance', avax)
  expect(own).toMatchObject({ balance: '3000000000', utxoIDs: [{ outputIndex: 0 }] })
  const { result: all } = await exchange('getBalance', { ...avax, includePartial: true })
  expect(all.balance).toBe('6000000000')
  expect(all.utxoIDs).toHaveLength(3)
  const balances = async (params: object) =>
    (await exchange('getAllBalances', params)).result.balances
  expect(await balances({})).toEqual([{ asset: 'AVAX', balance: '3000000000' }])
  expect(await balances({ includePartial: true })).toEqual([
    { asset: 'AVAX', balance: '6000000000' },
  ])
  for (const method of ['getBalance', 'getAssetDescription'])
    expect((await exchange(method, { assetID: 'nonsense' })).error?.message).toBe(
      "asset 'nonsense' not found",
    )
})
