import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '../../../schemas/control/actions/index.ts'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'
import { refusalOf } from '../../control/support/transports.ts'

let snowglobe: Snowglobe
/** Of dora. */
let owner: string
beforeAll(async () => {
  snowglobe = await createSnowglobe({ size: 'small', pace: 0 })
  const { results } = await snowglobe.act([
    { do: 'wallet', name: 'dora' },
    { do: 'fund', to: 'dora', chain: 'C', amount: '10' },
    { do: 'fund', to: 'dora', chain: 'X', amount: '3' },
  ])
  owner = results[0]?.address ?? ''
})
afterAll(() => snowglobe.close())

const get = async (path: string) => (await snowglobe.inject(path)).json()

const nativeBalance = async (): Promise<bigint> => {
  const path = `/v1/chains/43114/addresses/${owner}/balances:getNative`
  return BigInt((await get(path)).nativeTokenBalance.balance)
}

/** nAVAX that a transaction burned. */
const burnedBy = async (chain: 'c-chain' | 'p-chain', txId: string | undefined) => {
  const path = `/v1/networks/mainnet/blockchains/${chain}/transactions/${txId}`
  const { amountBurned } = await get(path)
  return BigInt(amountBurned[0].amount)
}

test('AVAX goes from the C-chain to the P-chain, to the unit', async () => {
  const before = await nativeBalance()
  const { results } = await snowglobe.act({
    ...{ do: 'export', from: 'dora', sourceChain: 'C', destinationChain: 'P' },
    ...{ amount: '2', import: true },
  })
  expect(results).toMatchObject([{ chain: 'C' }, { chain: 'P' }])
  const fee = await burnedBy('c-chain', results[0]?.txId)
  expect(fee).toBeGreaterThan(0n)
  expect(before - (await nativeBalance())).toBe((2_000_000_000n + fee) * 1_000_000_000n)
  const imported = await get(
    `/v1/networks/mainnet/blockchains/p-chain/transactions/${results[1]?.txId}`,
  )
  expect(imported).toMatchObject({ txType: 'ImportTx', sourceChain: expect.anything() })
})

test('what waits on the way to the C-chain arrives there, less the fee', async () => {
  const before = await nativeBalance()
  const { results } = await snowglobe.act([
    {
      ...{ do: 'export', from: 'dora', sourceChain: 'X', destinationChain: 'C' },
      ...{ amount: '1.5' },
    },
    { do: 'import', to: 'dora', sourceChain: 'X', destinationChain: 'C' },
  ])
  expect(results).toMatchObject([{ chain: 'X' }, { chain: 'C' }])
  const fee = await burnedBy('c-chain', results[1]?.txId)
  expect((await nativeBalance()) - before).toBe((1_500_000_000n - fee) * 1_000_000_000n)
})

test('exports and transfers of one account follow each other', async () => {
  const out: Action = {
    ...{ do: 'export', from: 'dora', sourceChain: 'C', destinationChain: 'X' },
    ...{ amount: '0.25' },
  }
  const { results } = await snowglobe.act([
    { do: 'transfer', from: 'dora', to: 'ewoq', chain: 'C', amount: '0.1' },
    out,
    out,
    { do: 'transfer', from: 'dora', to: 'ewoq', chain: 'C', amount: '0.1' },
  ])
  const [first, second, third, last] = results.map(({ height }) => height)
  expect([first, second]).toEqual([second, third])
  expect(last).toBe((first ?? 0) + 1)
})

test('exports of more than there is and imports of nothing are refused', async () => {
  expect(
    await refusalOf(
      snowglobe.act({
        ...{ do: 'export', from: 'dora', sourceChain: 'C', destinationChain: 'P' },
        ...{ amount: '1000' },
      }),
    ),
  ).toMatchObject({ code: 'not_possible', details: { address: owner } })
  expect(
    await refusalOf(
      snowglobe.act({ do: 'import', to: 'dora', sourceChain: 'P', destinationChain: 'C' }),
    ),
  ).toMatchObject({ code: 'not_possible' })
})

test('the world keeps all rules', async () => {
  const report = await snowglobe.check()
  expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})

test('what does not pay for its import is not imported, in words', async () => {
  const dust = { do: 'export', from: 'dora', sourceChain: 'X', destinationChain: 'C' } as const
  expect(
    await refusalOf(snowglobe.act({ ...dust, amount: '0.000000001', import: true })),
  ).toMatchObject({
    code: 'not_possible',
    message: expect.stringMatching(/^an import of 1 nAVAX does not pay its fee of 1$/),
  })
})
