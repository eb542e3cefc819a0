import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'

let snowglobe: Snowglobe
beforeAll(async () => {
  snowglobe = await createSnowglobe({ size: 'small', pace: 0 })
})
afterAll(() => snowglobe.close())

const get = async (path: string) => (await snowglobe.inject(path)).json()

test('the treasury funds a bare address of the P-chain, which then holds exactly that', async () => {
  const address = 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'
  const { results, head, now } = await snowglobe.act({
    do: 'fund',
    to: address,
    chain: 'P',
    amount: '5.5',
  })
  expect(head).toBe(1)
  expect(now).toBe('2026-01-15T00:00:00Z')
  expect(results).toEqual([
    {
      ...{ do: 'fund', network: 'mainnet', chain: 'P' },
      txId: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{40,}$/),
      height: expect.any(Number),
      time: now,
    },
  ])
  const { balances } = await get(
    `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=${address}`,
  )
  expect(balances.unlockedUnstaked).toMatchObject([{ symbol: 'AVAX', amount: '5500000000' }])
  const { transactions } = await get(
    `/v1/networks/mainnet/blockchains/p-chain/transactions?addresses=${address}`,
  )
  expect(transactions).toMatchObject([{ txHash: results[0]?.txId, txType: 'BaseTx' }])
})

test('two transfers on the C-chain share a block', async () => {
  const { results } = await snowglobe.act([
    { do: 'wallet', name: 'dora' },
    { do: 'fund', to: 'dora', chain: 'C', amount: '3', exactly: true },
    {
      do: 'transfer',
      from: 'dora',
      to: '0x00000000000000000000000000000000000000aa',
      chain: 'C',
      amount: '1.25',
    },
  ])
  expect(results[1]?.height).toBe(results[2]?.height)
  const { nativeTokenBalance } = await get(
    '/v1/chains/43114/addresses/0x00000000000000000000000000000000000000aa/balances:getNative',
  )
  expect(nativeTokenBalance.balance).toBe('1250000000000000000')
  const report = await snowglobe.check()
  expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})

test('an address without a known key cannot sign, and the refused request changes nothing', async () => {
  const before = await get('/v1/chains/43114/blocks?pageSize=1')
  await expect(
    snowglobe.act([
      { do: 'fund', to: 'dora', chain: 'C', amount: '3' },
      {
        ...{ do: 'transfer', chain: 'C', amount: '1' },
        from: '0x00000000000000000000000000000000000000aa',
        to: 'dora',
      },
    ]),
  ).rejects.toMatchObject({ code: 'not_possible', details: { action: 1 } })
  expect(await get('/v1/chains/43114/blocks?pageSize=1')).toEqual(before)
})
