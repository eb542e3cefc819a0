import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { openBrowser, openPage } from './browser.ts'

let browser: Browser
let snowglobe: Snowglobe
beforeAll(async () => {
  ;[browser, snowglobe] = await Promise.all([openBrowser(), createSnowglobe({ size: 'small' })])
}, 60_000)
beforeEach(() => snowglobe.reset())
afterAll(async () => {
  await browser.close()
  await snowglobe.close()
})

const date = (page: Page) => page.locator('#time time')

test('a browser that asks for the front page gets one page, small and without anything from elsewhere', async () => {
  const { page, errors, requests, close } = await openPage(browser, `${snowglobe.url}/`)
  await date(page).waitFor()
  await page.getByRole('button', { name: 'show' }).first().waitFor()
  expect(await date(page).textContent()).toBe('2026-01-15 00:00:00 UTC')
  expect(
    requests.filter((url) => !url.startsWith(`${snowglobe.url}/`) && !url.startsWith('data:')),
  ).toEqual([])
  const files = new Set(
    requests
      .filter((url) => /\/_admin\/page\/(?!ask\/)/.test(url))
      .concat(`${snowglobe.url}/_admin/`),
  )
  const sizes = await Promise.all(
    [...files].map(
      async (url) =>
        (await (await fetch(url, { headers: { accept: 'text/html' } })).arrayBuffer()).byteLength,
    ),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  expect(errors).toEqual([])
  await close()
})

test('a button lets a day pass, and the chains go on', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/_admin/`)
  const height = page.getByRole('region', { name: 'Chains of mainnet' }).locator('td').nth(1)
  const before = Number(await height.textContent())
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await page.getByText(/It is 2026-01-16T00:00:00Z\. \d+ new blocks\./).waitFor()
  await expect.poll(() => date(page).textContent()).toBe('2026-01-16 00:00:00 UTC')
  await expect.poll(async () => Number(await height.textContent())).toBeGreaterThan(before)
  await close()
})

test('an hour passes by keyboard alone', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  await date(page).waitFor()
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  for (let presses = 0; presses < 30 && (await focused()) !== '+ 1 hour'; presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('It is 2026-01-15T01:00:00Z.').waitFor()
  await close()
})

test('the latest of a chain are links to what they show', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  const chains = page.getByRole('region', { name: 'Chains of mainnet' })
  await chains.getByRole('row', { name: /^C / }).getByRole('button').click()
  const blocks = page.getByRole('region', { name: 'Blocks' })
  await blocks.waitFor()
  const { blocks: expected } = (await snowglobe.inject('/v1/chains/43114/blocks?pageSize=1')).json()
  await blocks.getByRole('button', { name: expected[0].blockNumber }).click()
  const response = page.locator('#answer pre').last()
  await expect.poll(() => response.textContent()).toContain(expected[0].blockHash)
  await close()
})

test('any operation has a form, and its curl line asks the same', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  await page.getByLabel('Operation', { exact: true }).selectOption('listEvmBlocks')
  await page.getByLabel('chainId (needed)').fill('43114')
  await page.getByLabel('pageSize').fill('2')
  await page.getByRole('button', { name: 'Ask' }).click()
  const [line = '', response = ''] = await page.locator('#answer pre').allTextContents()
  const { stdout } = await promisify(execFile)('sh', ['-c', line.replace('curl', 'curl -s')])
  expect(JSON.parse(response).blocks).toHaveLength(2)
  expect(JSON.parse(stdout).blocks).toEqual(JSON.parse(response).blocks)
  await close()
})

test('a method of the node has a form as well', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  await page.getByLabel('Operation', { exact: true }).selectOption('info.getNodeVersion')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect
    .poll(() => page.locator('#answer pre').last().textContent())
    .toContain('avalanchego/')
  await close()
})

test('a switch breaks every request until it is off again', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  const status = async () => (await snowglobe.inject('/v1/chains')).statusCode
  const fault = page.getByRole('switch', { name: 'Every request answers 503' })
  await fault.check()
  await page.getByText('The fault page-503 is set.').waitFor()
  expect(await status()).toBe(503)
  await page.getByRole('switch', { name: 'Every request answers 503' }).uncheck()
  await page.getByText('The fault page-503 is gone.').waitFor()
  expect(await status()).toBe(200)
  await close()
})

test('a switch shows the world as it is not, until it is off again', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  const count = async () =>
    (await snowglobe.inject('/v1/chains/43114/blocks?pageSize=5')).json().blocks.length
  const short = page.getByRole('switch', { name: 'Pages hold 2 items' })
  await short.check()
  await page.getByText('The scenario short-pages is set.').waitFor()
  expect(await count()).toBe(2)
  await page.getByRole('button', { name: 'end short-pages' }).click()
  await page.getByText('The scenario short-pages has ended.').waitFor()
  expect(await count()).toBe(5)
  await close()
})

test('the requests of others are listed with what came of them', async () => {
  await fetch(`${snowglobe.url}/v1/chains/1`)
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  const row = page
    .getByRole('region', { name: 'The latest requests' })
    .getByRole('row', { name: '/v1/chains/1' })
  expect(await row.first().textContent()).toContain('404')
  await close()
})

test('a snapshot brings a moment back', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`)
  await page.getByLabel('Name', { exact: true }).fill('before')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The snapshot before is saved.').waitFor()
  await page.getByRole('button', { name: '+ 1 hour' }).click()
  await page.getByText('It is 2026-01-15T01:00:00Z.').waitFor()
  await page.getByRole('button', { name: 'restore before' }).click()
  await page.getByText('The world is as it was when before was saved.').waitFor()
  await expect.poll(() => date(page).textContent()).toBe('2026-01-15 00:00:00 UTC')
  await close()
})

test.each([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const)('the page has no barriers: %s', async (_, settings) => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/`, {
    ...settings,
    bypassCSP: true,
  })
  await page.getByRole('region', { name: 'Chains of mainnet' }).getByRole('button').last().click()
  await page.getByRole('region', { name: 'Blocks' }).waitFor()
  await page.addScriptTag({
    content: readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'),
  })
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])
  })
  expect(violations).toEqual([])
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
  await close()
})

test('where a token is needed the page asks for it, and the link of the start brings it along', async () => {
  const guarded = await createSnowglobe({ size: 'small', adminToken: 'a-token-of-the-test' })
  const asking = await openPage(browser, `${guarded.url}/`)
  await asking.page.getByLabel('Token', { exact: true }).fill('a-token-of-the-test')
  await asking.page.keyboard.press('Enter')
  await date(asking.page).waitFor()
  await asking.close()
  const linked = await openPage(browser, `${guarded.url}/#token=a-token-of-the-test`)
  await date(linked.page).waitFor()
  expect(linked.page.url()).not.toContain('token')
  await linked.close()
  await guarded.close()
})
