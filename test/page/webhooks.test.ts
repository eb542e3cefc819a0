import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import { openBrowser, openPage } from './browser.ts'

let browser: Browser
let snowglobe: Snowglobe
let receiver: Receiver
beforeAll(async () => {
  ;[browser, snowglobe] = await Promise.all([openBrowser(), createSnowglobe({ size: 'small' })])
})
beforeEach(async () => {
  await snowglobe.reset()
  receiver = await receive()
})
afterEach(() => receiver.close())
afterAll(async () => {
  await browser.close()
  await snowglobe.close()
})

const openView = (route: string) => openPage(browser, `${snowglobe.url}/#/${route}`)

const transfer = () =>
  snowglobe.act({ do: 'transfer', from: 'ewoq', to: 'ewoq', chain: 'C', amount: '1' })

/** Makes a webhook about the first member of the world. */
async function create(headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${snowglobe.url}/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      ...{ eventType: 'address_activity', url: receiver.url, chainId: '43114' },
      metadata: { addresses: ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'] },
    }),
  })
  return ((await response.json()) as { id: string }).id
}

test('without webhooks the view shows a receiver, and its form makes a webhook that delivers', async () => {
  const { page, errors, close } = await openView('webhooks')
  await page.getByText('No webhooks yet').waitFor()
  await page.getByText('A receiver that prints messages').waitFor()
  await page.getByLabel('url required').fill(receiver.url)
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByText('The webhook is created.').waitFor()
  await transfer()
  expect((await receiver.next()).json.event.transaction.value).toBe('1000000000000000000')
  await page.getByRole('cell', { name: 'delivered', exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('each kind of webhook has a form whose first values the server takes', async () => {
  const { page, close } = await openView('webhooks')
  const kinds = ['address_activity', 'primary_network_address_activity', 'validator_activity']
  for (const kind of kinds) {
    await page.getByLabel('eventType').selectOption(kind)
    await page.getByLabel('url required').fill(receiver.url)
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByText(kind.replaceAll('_', ' '), { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('heading', { name: 'Make a webhook' }).waitFor()
  }
  const { webhooks } = await snowglobe.webhooks.list()
  expect(webhooks.map(({ eventType }) => eventType)).toEqual(kinds)
  await close()
})

test('a webhook is changed, gets and loses an address, and becomes inactive and active', async () => {
  const id = await create()
  const stored = async () => (await snowglobe.webhooks.list()).webhooks[0]
  const { page, close } = await openView(`webhooks/${id}`)
  await page.getByLabel('name').fill('of the test')
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('heading', { name: 'of the test' }).waitFor()
  expect(await stored()).toMatchObject({ name: 'of the test', url: receiver.url })

  const address = '0xA3eDCbE66E9a4BeD6c6A469a45728Ed5e7592DC8'
  for (const [button, count] of [
    ['Add', 2],
    ['Remove', 1],
  ] as const) {
    await page.getByLabel('Addresses, several with commas').fill(address)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(`The addresses are ${button === 'Add' ? 'added' : 'removed'}.`).waitFor()
    expect((await stored())?.metadata).toHaveProperty('addresses.length', count)
  }

  await page.getByRole('button', { name: 'Make it inactive' }).click()
  await page.getByRole('button', { name: 'Make it active' }).waitFor()
  expect((await stored())?.status).toBe('inactive')
  await page.getByRole('button', { name: 'Make it active' }).click()
  await page.getByRole('button', { name: 'Make it inactive' }).waitFor()
  expect((await stored())?.status).toBe('active')
  await close()
})

test('a webhook of an API key is changed with that key alone', async () => {
  const id = await create({ 'x-data-api-key': 'abcd-key' })
  const { page, close } = await openView(`webhooks/${id}`)
  await page.getByText('It belongs to the API key that begins with abcd').waitFor()
  await page.getByRole('button', { name: 'Make it inactive' }).click()
  await page.getByRole('alert').getByText(id).waitFor()
  await page.getByLabel('API key, if any').fill('abcd-key')
  await page.getByRole('button', { name: 'Make it inactive' }).click()
  await page.getByRole('button', { name: 'Make it active' }).waitFor()
  await close()
})

test('attempts show when they are due, what was sent and what came back; time and retry go on', async () => {
  const id = await create()
  receiver.answer(500)
  await transfer()
  await snowglobe.deliveries.settle()
  const { page, close } = await openView(`webhooks/${id}`)
  const row = (state: string) => page.getByRole('row', { name: new RegExp(`^${state} `) })
  await row('failed').getByText('500').waitFor()
  await row('waiting').getByText('in 10 s').waitFor()

  await row('waiting')
    .getByRole('button', { name: /^Pass to/ })
    .click()
  await row('waiting').getByText('in 1 min').waitFor()
  expect((await snowglobe.clock.get()).now).toBe('2026-01-15T00:00:10Z')

  receiver.answer(200)
  await row('waiting')
    .getByRole('button', { name: /^Retry/ })
    .click()
  await page.getByText('Attempt 3: delivered, status 200.').waitFor()
  await row('delivered').getByRole('link').click()
  await page.getByRole('heading', { name: 'Message', exact: true }).waitFor()
  const message = receiver.messages.at(-1)
  await page.getByText(message?.json.messageId, { exact: true }).waitFor()
  const body = page.locator('figure').filter({ hasText: 'body' }).locator('pre').first()
  expect(JSON.parse((await body.textContent()) ?? '')).toEqual(message?.json)
  await expect
    .poll(() => page.getByRole('table', { name: 'Deliveries' }).getByRole('row').count())
    .toBe(4)
  await close()
})

test('attempts are filtered by their state in the address of the page', async () => {
  const id = await create()
  await transfer()
  await snowglobe.deliveries.settle()
  const { page, close } = await openView(`webhooks/${id}`)
  await page.getByRole('link', { name: 'failed', exact: true }).click()
  await page.getByText('No attempt is failed').waitFor()
  expect(page.url()).toContain(`#/webhooks/${id}?state=failed`)
  await page.getByRole('link', { name: 'delivered', exact: true }).click()
  await page.getByRole('row', { name: /^delivered / }).waitFor()
  await close()
})

test('a replay sends what is on the chain, and settling counts it', async () => {
  const [{ height = 0 } = {}] = (await transfer()).results
  const id = await create()
  const { page, close } = await openView(`webhooks/${id}`)
  await page.getByText('Optional: network, txId, from, to').click()
  await page.getByLabel('from', { exact: true }).fill(String(height))
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('1 messages are sent again.').waitFor()
  await page.getByRole('button', { name: 'Settle' }).click()
  await page.getByText('Settled: 1 delivered, 0 failed, 0 due later.').waitFor()
  expect(receiver.messages).toHaveLength(1)
  await close()
})

test('a secret stands on the page only after a click, and signs from then on', async () => {
  const { page, close } = await openView('webhooks')
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  const secret = page.locator('figure').filter({ hasText: 'secret' }).locator('pre')
  await secret.waitFor()
  const stored = await snowglobe.inject('/v1/webhooks:getSharedSecret')
  expect(await secret.textContent()).toBe(stored.json().secret)
  await page.reload()
  await page.getByRole('button', { name: 'Show the secret' }).waitFor()
  expect(await secret.count()).toBe(0)
  await close()
})

test('usage shows requests of applications, and none of the page itself', async () => {
  for (let times = 0; times < 3; times++) await fetch(`${snowglobe.url}/v1/chains/43114/blocks`)
  await create()
  const { page, close } = await openView('usage')
  await page.getByRole('row', { name: 'listEvmBlocks 3 0 30' }).waitFor()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.getByText('The webhook is created.').waitFor()
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await page.getByRole('row', { name: /createWebhook.* 1 0 20$/ }).waitFor()
  expect((await snowglobe.requests.list()).requests).toHaveLength(4)
  await close()
})

test('an export goes on to a file that holds the transactions', async () => {
  const { page, close } = await openView('usage')
  await page.getByLabel('type', { exact: true }).selectOption('TRANSACTION_EXPORT_EVM')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByText('The export has begun.').waitFor()
  const link = page.getByRole('link', { name: 'CSV' })
  const response = await fetch(new URL((await link.getAttribute('href')) ?? '', snowglobe.url))
  expect(response.headers.get('content-type')).toContain('text/csv')
  expect((await response.text()).split('\n').length).toBeGreaterThan(2)
  await close()
})
