import { expect } from '@playwright/test'
import { test } from 'snowglobe/playwright'

test('the page shows the latest block', async ({ page, world }) => {
  await page.goto(`/?api=${world.url}`)
  await expect(page.getByRole('status')).toHaveText(/^Block \d+$/)
})

test('a day later there are more blocks', async ({ page, world }) => {
  const height = async () => (await world.world()).networks.mainnet.C?.height
  const before = await height()
  await world.clock.advance('1d')
  await page.goto(`/?api=${world.url}`)
  await expect(page.getByRole('status')).toHaveText(`Block ${await height()}`)
  expect(await height()).toBeGreaterThan(before ?? 0)
})

test('the page says that the service is busy', async ({ page, world }) => {
  await world.faults.add({ match: { operation: 'listEvmBlocks' }, respond: { status: 503 } })
  await page.goto(`/?api=${world.url}`)
  await expect(page.getByRole('alert')).toHaveText('Please try again later.')
})
