import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { act, get, problems, server, transaction, unlocked } = actedOn()
const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'

let tom = ''
const wei = async () => {
  const path = `/v1/chains/43114/addresses/${tom}/balances:getNative`
  return BigInt((await get(path)).nativeTokenBalance.balance)
}

test('an export waits between the chains until it is imported', async () => {
  const { results: known } = await act({ do: 'wallet', name: 'tom' })
  tom = known[0]?.address ?? ''
  await act({ do: 'fund', to: 'tom', chain: 'P', amount: '10' })
  const { results } = await act({
    ...{ do: 'export', from: 'tom', sourceChain: 'P', destinationChain: 'X', amount: '4' },
  })
  const tx = await transaction('p-chain', results[0]?.txId)
  expect(tx.txType).toBe('ExportTx')
  const [address] = tx.consumedUtxos[0].addresses
  const fee = BigInt(tx.amountBurned[0].amount)
  expect(await unlocked('p-chain', address)).toBe(6_000_000_000n - fee)
  const waiting = await get(
    `/v1/networks/mainnet/blockchains/x-chain/balances?addresses=${address}`,
  )
  expect(waiting.balances.atomicMemoryUnlocked).toMatchObject([{ amount: '4000000000' }])
  await act({ do: 'import', to: 'tom', sourceChain: 'P', destinationChain: 'X' })
  expect(await unlocked('x-chain', address)).toBe(4_000_000_000n - 1_000_000n)
})

test('both halves come one after the other, in the order of time', async () => {
  const { results, now } = await act({
    ...{ do: 'export', from: 'ewoq', sourceChain: 'X', destinationChain: 'P', amount: '5' },
    import: true,
  })
  expect(results.map(({ do: verb, chain }) => [verb, chain])).toEqual([
    ['export', 'X'],
    ['export', 'P'],
  ])
  // The P-chain comes before the X-chain at one time, so a second has passed.
  expect(now).toBe('2026-01-15T00:00:01Z')
  const list = await get(
    `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${ewoq}&txTypes=ImportTx&pageSize=1`,
  )
  expect(list.transactions).toMatchObject([{ txHash: results[1]?.txId }])
})

test('an asset goes to the P-chain', async () => {
  await act(
    { do: 'createAsset', name: 'Rime', symbol: 'RIME', by: 'ewoq', kind: 'fixed', amount: '10' },
    {
      ...{ do: 'export', from: 'ewoq', sourceChain: 'X', destinationChain: 'P', amount: '3' },
      ...{ asset: 'Rime', import: true },
    },
  )
  expect(await unlocked('p-chain', ewoq, 'RIME')).toBe(3_000_000_000n)
})

test.each(['P', 'X'] as const)('coins go from %s to the C-chain and back', async (other) => {
  const before = await wei()
  const there = await act({
    ...{ do: 'export', from: 'tom', sourceChain: other, destinationChain: 'C', amount: '1' },
    import: true,
  })
  const imported = await transaction('c-chain', there.results[1]?.txId)
  expect(imported).toMatchObject({ txType: 'ImportTx' })
  const fee = BigInt(imported.amountBurned[0].amount)
  expect((await wei()) - before).toBe((1_000_000_000n - fee) * 1_000_000_000n)
  const back = await act({
    ...{ do: 'export', from: 'tom', sourceChain: 'C', destinationChain: other, amount: '0.5' },
    import: true,
  })
  expect(back.results.map(({ chain }) => chain)).toEqual(['C', other])
  const chain = other === 'P' ? 'p-chain' : 'x-chain'
  expect(await transaction(chain, back.results[1]?.txId)).toMatchObject({
    ...{ txType: 'ImportTx', sourceChain: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5' },
  })
})

test('nothing is imported where nothing waits, and nothing goes to its own chain', async () => {
  const route = { sourceChain: 'P', destinationChain: 'X' } as const
  await expect(act({ do: 'import', to: 'judy', ...route })).rejects.toMatchObject({
    code: 'not_possible',
    message:
      'judy has nothing unlocked to import from P to X; export something first, or advance the clock to the end of the lock',
  })
  await expect(
    act({ do: 'export', from: 'ewoq', ...route, destinationChain: 'P', amount: '1' }),
  ).rejects.toMatchObject({ code: 'bad_request', details: { pointer: '/0/destinationChain' } })
})

test('transactions of one request share blocks as far as the gas of the P-chain goes', async () => {
  const count = 250
  const { results } = await act(
    ...Array.from({ length: count }, () => ({
      ...{ do: 'fund' as const, to: bare.P, chain: 'P', amount: '1' },
    })),
  )
  const heights = new Set(results.map(({ height }) => height))
  expect(heights.size).toBeGreaterThan(1)
  expect(heights.size).toBeLessThan(count / 4)
  // A million gas at once and 100,000 a second from then on (ACP-103); a transfer takes thousands.
  const gas = await Promise.all(
    [...heights].map(async (height) => {
      const own = results.filter((result) => result.height === height)
      const fees = await Promise.all(
        own.map(async ({ txId }) =>
          Number((await transaction('p-chain', txId)).amountBurned[0].amount),
        ),
      )
      return fees.reduce((sum, fee) => sum + fee, 0)
    }),
  )
  expect(Math.max(...gas)).toBeLessThanOrEqual(1_000_000)
  const total = gas.reduce((sum, each) => sum + each, 0)
  const times = results.map(({ time }) => Date.parse(time) / 1000)
  const seconds = Math.max(...times) - Math.min(...times)
  expect(total - Math.min(...gas)).toBeLessThanOrEqual(1_000_000 + seconds * 100_000)
  expect(await unlocked('p-chain', bare.P)).toBe(BigInt(count) * 1_000_000_000n)
  expect(Date.parse((await server().clock.get()).now) / 1000).toBe(Math.max(...times))
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
