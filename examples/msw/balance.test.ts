import { setupServer } from 'msw/node'
import { snowglobeHandlers } from 'snowglobe/msw'
import { useSnowglobe } from 'snowglobe/vitest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from './balance.ts'

const snowglobe = useSnowglobe()
const server = setupServer(...snowglobeHandlers(snowglobe))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const address = '0x00000000000000000000000000000000000055a0'

test('the balance is in AVAX', async () => {
  expect(await balanceOf(address)).toBe('0')
  await snowglobe.act({ do: 'fund', to: address, chain: 'C', amount: '5.5' })
  expect(await balanceOf(address)).toBe('5.5')
})

test('the application says that the Data API is down', async () => {
  await snowglobe.faults.add({ match: { interface: 'data' }, respond: { status: 503 } })
  await expect(balanceOf(address)).rejects.toThrow('The Data API answers 503')
  await snowglobe.requests.verify({
    match: { operation: 'getNativeBalance' },
    count: { atLeast: 1 },
  })
})
