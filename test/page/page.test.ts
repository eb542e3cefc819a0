import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { openBrowser, openPage, settled } from './browser.ts'

let browser: Browser
let snowglobe: Snowglobe
beforeAll(async () => {
  ;[browser, snowglobe] = await Promise.all([openBrowser(), createSnowglobe({ size: 'small' })])
})
beforeEach(() => snowglobe.reset())
afterAll(async () => {
  await browser.close()
  await snowglobe.close()
})

/** Opens a view of the page. */
const openView = (route: string) => openPage(browser, `${snowglobe.url}/#/${route}`)

const date = (page: Page) => page.locator('.clock time')

test('the page loads from the server alone, and its JavaScript has at most 150 kB', async () => {
  const { page, errors, requested, close } = await openView('wallets/mainnet/ewoq')
  await page.locator('.uplot').waitFor()
  expect(
    requested.filter((url) => !url.startsWith(`${snowglobe.url}/`) && !url.startsWith('data:')),
  ).toEqual([])
  const scripts = [...new Set(requested.filter((url) => url.endsWith('.js')))]
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const response = await fetch(url)
      expect(response.headers.get('cache-control')).toContain('immutable')
      return gzipSync(Buffer.from(await response.arrayBuffer())).length
    }),
  )
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  expect(errors).toEqual([])
  await close()
})

test('the first lines say what this is and where to point an application', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/_admin/`)
  await page.getByRole('heading', { name: 'A miniature Avalanche network' }).waitFor()
  await page.getByText('Point an application here instead of the real services.').waitFor()
  await page.getByText(snowglobe.url, { exact: true }).waitFor()
  expect(await date(page).textContent()).toBe('2026-01-15 00:00:00 UTC')
  await close()
})

test('a link leads to a view, and back and forward go between views', async () => {
  const { page, close } = await openView('explorer/mainnet/C/block/100')
  await page.getByRole('heading', { name: 'Block 100' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'Block 101' }).waitFor()
  expect(await page.title()).toBe('Block 101 · Snowglobe')
  await page.goBack()
  await page.getByRole('heading', { name: 'Block 100' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Block 101' }).waitFor()
  await close()
})

test('a chain lists its latest blocks and transactions as the Data API does', async () => {
  const { page, close } = await openView('explorer/mainnet/C')
  const [expected] = (await snowglobe.inject('/v1/chains/43114/blocks?pageSize=1')).json().blocks
  await page
    .getByRole('table', { name: 'Blocks' })
    .getByRole('link', { name: expected.blockNumber })
    .click()
  await page.getByTitle(expected.blockHash).first().waitFor()
  await close()
})

test.each([
  ['mainnet', '43114'],
  ['fuji', '43113'],
])('links of %s may name the C-chain by its EVM chain id %s', async (network, evmChainId) => {
  const { page, close } = await openView(`explorer/${network}/${evmChainId}/block/100`)
  await page.getByRole('heading', { name: 'Block 100' }).waitFor()
  await page.getByRole('link', { name: 'C-Chain', exact: true }).click()
  await page.goto(`${snowglobe.url}/#/explorer/${network}/${evmChainId}`)
  await page.getByRole('heading', { name: 'Imports and exports' }).waitFor()
  await close()
})

test('a day passes by a button, and the chains go on', async () => {
  const { page, close } = await openView('time')
  const height = async () => (await snowglobe.world()).networks.mainnet.C?.height ?? 0
  const before = await height()
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await expect.poll(() => date(page).textContent()).toBe('2026-01-16 00:00:00 UTC')
  expect(await height()).toBeGreaterThan(before)
  await close()
})

test('a long clock advance shows how far it is, and stops by a button at a whole state', async () => {
  const { page, close } = await openView('time')
  await snowglobe.clock.set({ pace: 'busy' })
  await page.getByRole('button', { name: '+ 30 days' }).click()
  await page
    .getByRole('region', { name: 'Time passes' })
    .getByText(/about .+ to go/)
    .waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('The clock advance is stopped at the last complete step.').waitFor()
  const { now, passing } = await snowglobe.clock.get()
  expect(passing).toBeUndefined()
  expect(Date.parse(now)).toBeLessThan(Date.parse('2026-02-14T00:00:00Z'))
  expect((await snowglobe.check()).violations).toBe(0)
  await close()
})

test('an hour passes by keyboard alone', async () => {
  const { page, close } = await openView('time')
  await settled(page)
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  for (let presses = 0; presses < 40 && (await focused()) !== '+ 1 hour'; presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => date(page).textContent()).toBe('2026-01-15 01:00:00 UTC')
  await close()
})

test('the search finds names, hashes, heights and operations by keyboard alone', async () => {
  const { page, close } = await openView('')
  await settled(page)
  const [transaction] = (await snowglobe.inject('/v1/chains/43114/transactions?pageSize=1')).json()
    .transactions
  const cases = [
    ['alice', /#\/wallets\/mainnet\/alice$/],
    [transaction.txHash, /#\/explorer\/mainnet\/C\/tx\/0x/],
    ['100', /#\/explorer\/mainnet\/\w+\/block\/100$/],
    ['listEvmBlocks', /#\/api\/listEvmBlocks$/],
    ['fund', /#\/wallets\/act\/fund$/],
    ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', /#\/explorer\/mainnet\/address\/0x8db9/],
    ['NodeID-46s864REVt5q5wgNX4gwt1P6eUQqNsM65', /#\/validators\/mainnet\/NodeID-46/],
  ] as const
  for (const [text, route] of cases) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(route)
  }
  await close()
})

test('an action has a form, its code does the same, and its result leads to what it made', async () => {
  const { page, close } = await openView('wallets/act/fund?to=alice&chain=C&network=mainnet')
  await page.getByLabel('amount required').fill('12.5')
  const before = BigInt(await balanceOfAlice())
  await page.getByRole('button', { name: 'Do it' }).click()
  await page.getByText('Done: fund.').waitFor()
  expect(BigInt(await balanceOfAlice()) - before).toBe(12_500_000_000_000_000_000n)
  const curl = await page.locator('figure').filter({ hasText: 'curl' }).locator('pre').textContent()
  await promisify(execFile)('sh', ['-c', curl?.replace('curl', 'curl -sf') ?? 'false'])
  expect(BigInt(await balanceOfAlice()) - before).toBe(25_000_000_000_000_000_000n)
  const code = page.locator('figure').filter({ hasText: 'TypeScript' }).locator('pre')
  expect(await code.textContent()).toContain(
    "await snowglobe.act({\n  do: 'fund',\n  to: 'alice',\n  chain: 'C',",
  )
  await page.getByRole('group', { name: 'Result' }).getByRole('link').first().click()
  await page.getByText('succeeded').waitFor()
  await close()
})

const balanceOfAlice = async () =>
  (
    await snowglobe.inject(
      '/v1/chains/43114/addresses/0xA3eDCbE66E9a4BeD6c6A469a45728Ed5e7592DC8/balances:getNative',
    )
  ).json().nativeTokenBalance.balance

test('an action that the world refuses says why, and nothing is lost of what was typed', async () => {
  const { page, close } = await openView('wallets/act/transfer?from=alice&to=bob&chain=C')
  await page.getByLabel('amount required').fill('999999999')
  await page.getByRole('button', { name: 'Do it' }).click()
  await page.getByRole('alert').getByText('999999999').waitFor()
  expect(await page.getByLabel('amount required').inputValue()).toBe('999999999')
  await close()
})

test('the page displays a private key only on request', async () => {
  const { page, close } = await openView('wallets/mainnet/ewoq')
  const key = '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
  await page.getByRole('button', { name: 'Show the key' }).waitFor()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Show the key' }).click()
  await page.getByText(key).waitFor()
  await close()
})

test('any operation has a form, and its curl line asks the same', async () => {
  const { page, close } = await openView('api/listEvmBlocks')
  await page.getByLabel('chainId required').fill('43114')
  await page.getByLabel('pageSize').fill('2')
  await page.getByRole('button', { name: 'Send' }).click()
  const figure = (label: string) =>
    page
      .locator('figure')
      .filter({ has: page.locator('figcaption', { hasText: label }) })
      .locator('pre')
      .textContent()
  await page.getByRole('group', { name: 'Response 200' }).waitFor()
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    (await figure('curl'))?.replace('curl', 'curl -s') ?? 'false',
  ])
  const response = JSON.parse((await figure('Response')) ?? '')
  expect(response.blocks).toHaveLength(2)
  expect(JSON.parse(stdout).blocks).toEqual(response.blocks)
  await close()
})

test('operations are found by words, and methods of the node have a form too', async () => {
  const { page, close } = await openView('api')
  await page.getByLabel('Search operations').fill('node version')
  await page.getByText('1 operation', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'info.getNodeVersion' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('avalanchego/').first().waitFor()
  await close()
})

test('a switch breaks every request until it is off again, and the page goes on', async () => {
  const { page, close } = await openView('faults')
  const status = async () => (await snowglobe.inject('/v1/chains')).statusCode
  const fault = page.getByRole('switch', { name: 'Every response is a 503' })
  // It stays where it was put while the server takes its time and the view is drawn again.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_admin/faults/*', async (route) => {
    await released
    await route.continue()
  })
  await fault.check()
  for (let polls = 0; polls < 2; polls++) await page.waitForResponse('**/_admin/faults')
  expect(await fault.isChecked()).toBe(true)
  release()
  await page.getByText('The fault page-503 is set.').waitFor()
  expect(await status()).toBe(503)
  await page.getByRole('link', { name: 'Explorer' }).click()
  await page.getByText('Snowfall').first().waitFor()
  await page.goBack()
  await page.getByRole('switch', { name: 'Every response is a 503' }).uncheck()
  await page.getByText('The fault page-503 is gone.').waitFor()
  expect(await status()).toBe(200)
  await close()
})

test('a request becomes a fault rule by its button and the builder', async () => {
  await fetch(`${snowglobe.url}/v1/chains/43114/blocks?pageSize=1`)
  const { page, close } = await openView('requests')
  await page.getByRole('link', { name: '/v1/chains/43114/blocks' }).click()
  await page.getByRole('link', { name: 'Make a fault of this' }).click()
  await page.getByLabel('status required').fill('502')
  await page.getByRole('button', { name: 'Set the rule' }).click()
  await page.getByText('The fault rule-1 is set.').waitFor()
  expect((await snowglobe.faults.list()).rules).toEqual([
    { id: 'rule-1', match: { operation: 'listEvmBlocks' }, times: 1, respond: { status: 502 } },
  ])
  expect((await snowglobe.inject('/v1/chains/43114/blocks')).statusCode).toBe(502)
  // Its counts: matched and acted.
  await page.getByRole('row', { name: /rule-1 .* 1 1 / }).waitFor()
  await close()
})

test('a patch that does not fit a response says so beside its rule', async () => {
  await snowglobe.faults.add({
    id: 'misfit',
    match: { operation: 'listEvmBlocks' },
    patch: { operations: [{ op: 'remove', path: '/nothing' }] },
  })
  await snowglobe.inject('/v1/chains/43114/blocks')
  const { counts } = await snowglobe.faults.list()
  const { page, close } = await openView('faults')
  await page
    .getByRole('row', { name: /misfit/ })
    .getByText(counts.misfit?.problem ?? '')
    .waitFor()
  await close()
})

test('a transaction shows its logs, with names and values where the event is known', async () => {
  const { transactions } = (
    await snowglobe.inject('/v1/chains/43114/transactions?pageSize=100')
  ).json()
  const details = await Promise.all(
    transactions.map(async ({ txHash }: { txHash: string }) =>
      (await snowglobe.inject(`/v1/chains/43114/transactions/${txHash}`)).json(),
    ),
  )
  const { nativeTransaction, erc20Transfers } = details.find((each) => each.erc20Transfers?.[0])
  const { page, close } = await openView(`explorer/mainnet/C/tx/${nativeTransaction.txHash}`)
  const logs = page.getByRole('group', { name: 'Logs' })
  await logs.getByText('Transfer', { exact: true }).first().waitFor()
  const [{ value }] = erc20Transfers
  const grouped = value.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  await logs.getByText(grouped, { exact: true }).first().waitFor()
  await logs
    .getByText(/^3 topics, 32 bytes of data$/)
    .first()
    .waitFor()
  await close()
})

test('a scenario shows the world as it is not, until it is off again', async () => {
  const { page, close } = await openView('faults')
  const count = async () =>
    (await snowglobe.inject('/v1/chains/43114/blocks?pageSize=5')).json().blocks.length
  const short = page.getByRole('switch', { name: 'Pages are short' })
  await short.check()
  await page.getByText('The scenario short-pages is set.').waitFor()
  expect(await count()).toBe(2)
  await short.uncheck()
  await page.getByText('The scenario short-pages has ended.').waitFor()
  expect(await count()).toBe(5)
  await close()
})

test('requests of applications appear by themselves, with mistakes of their clients', async () => {
  const { page, close } = await openView('requests')
  await page.getByText('No application has sent a request yet').waitFor()
  for (let times = 0; times < 3; times++) await fetch(`${snowglobe.url}/v1/chains/1`)
  for (let times = 0; times < 3; times++) await fetch(`${snowglobe.url}/v1/chains`)
  await page.getByRole('row', { name: '/v1/chains/1' }).first().waitFor()
  await page.getByText('refetched-same-page').waitFor()
  await page.getByLabel('Status').fill('404')
  await page.getByLabel('Status').press('Tab')
  await expect
    .poll(() => page.getByRole('table', { name: 'Requests' }).getByRole('row').count())
    .toBe(4)
  expect(page.url()).toContain('status=404')
  await close()
})

test('a snapshot brings a state back', async () => {
  const { page, close } = await openView('time')
  await page.getByLabel('Name', { exact: true }).fill('before')
  await page.getByRole('button', { name: 'Save the present' }).click()
  await page.getByText('The snapshot before is saved.').waitFor()
  await page.getByRole('button', { name: '+ 1 hour' }).click()
  await expect.poll(() => date(page).textContent()).toBe('2026-01-15 01:00:00 UTC')
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByText('The world is as it was when before was saved.').waitFor()
  await expect.poll(() => date(page).textContent()).toBe('2026-01-15 00:00:00 UTC')
  await close()
})

test('a link names its world, and the choice of a world leads there', async () => {
  await snowglobe.worlds.create('other')
  await snowglobe.in('other').act({ do: 'wallet', name: 'zoe' })
  const { page, close } = await openView('@other/wallets/mainnet/zoe')
  await page.getByRole('heading', { name: 'zoe' }).waitFor()
  await page.getByRole('combobox', { name: 'World' }).selectOption('default')
  await page.getByRole('heading', { name: 'Wallets' }).waitFor()
  await page.getByRole('link', { name: 'alice' }).waitFor()
  expect(await page.getByRole('link', { name: 'zoe' }).count()).toBe(0)
  await close()
})

test('the first request of a named world reads that world', async () => {
  await snowglobe.worlds.create('shown')
  await snowglobe.in('shown').act({ do: 'fund', to: 'ewoq', chain: 'C', amount: '1' })
  const { page, close } = await openView('@shown/')
  await page.getByText('x-snowglobe-world: shown', { exact: true }).waitFor()
  const line = await page.getByText(/^curl .+blocks/).textContent()
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    line?.replace('curl', 'curl -s') ?? 'false',
  ])
  const latest = async (headers: Record<string, string>) =>
    (await snowglobe.inject({ url: '/v1/chains/43114/blocks?pageSize=1', headers })).json().blocks
  const shown = await latest({ 'x-snowglobe-world': 'shown' })
  expect(JSON.parse(stdout).blocks).toEqual(shown)
  expect(await latest({})).not.toEqual(shown)
  await close()
})

test('names of the world stay text', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const [{ address } = {}] = (
    await snowglobe.act({
      do: 'deploy',
      from: 'ewoq',
      chain: 'C',
      kind: 'ERC-20',
      name,
      symbol: 'X',
    })
  ).results
  const { page, errors, close } = await openView(`explorer/mainnet/address/${address}?chain=43114`)
  await page.getByRole('heading', { name }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  expect(errors).toEqual([])
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
