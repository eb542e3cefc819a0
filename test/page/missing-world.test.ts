import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { openBrowser, openPage, settled, violationsOn } from './browser.ts'

let browser: Browser
let snowglobe: Snowglobe
beforeAll(async () => {
  ;[browser, snowglobe] = await Promise.all([openBrowser(), createSnowglobe({ size: 'small' })])
})
afterAll(async () => {
  await browser.close()
  await snowglobe.close()
})

const openView = (route: string) =>
  openPage(browser, `${snowglobe.url}/#/${route}`, { bypassCSP: true })
const worlds = async () =>
  (await snowglobe.worlds.list()).worlds.map(({ name, declared }) => [name, declared])
const main = ['default', true]

test('a link to a world that is not there creates it only by its button', async () => {
  const { page, errors, close } = await openView('@mistyped/wallets/mainnet')
  const missing = page.getByText('There is no world mistyped')
  await missing.waitFor()
  await page.getByRole('link', { name: 'Requests' }).click()
  await missing.waitFor()
  expect(await violationsOn(page)).toEqual([])
  expect(await page.title()).toBe('No such world · Snowglobe')
  expect(await worlds()).toEqual([main])

  await page.getByRole('button', { name: 'Create this world' }).click()
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  expect(await worlds()).toEqual([main, ['mistyped', true]])
  await page.getByRole('link', { name: 'Wallets' }).click()
  await page.getByRole('link', { name: 'alice' }).waitFor()
  expect(errors).toEqual([])
  await close()
  await snowglobe.worlds.remove('mistyped')
})

/** Opens a view, and stops the page's own clock when no request is under way. */
async function openStill(route: string) {
  const opened = await openPage(browser, 'about:blank')
  await opened.page.clock.install()
  await opened.page.goto(`${snowglobe.url}/#/${route}`)
  await settled(opened.page)
  await opened.page.clock.pauseAt(Date.now() + 60_000)
  await opened.page.waitForTimeout(1000)
  return opened
}

test('a tab of a removed world does not bring it back', async () => {
  await snowglobe.worlds.create('removed')
  const { page, errors, close } = await openStill('@removed/requests')
  await snowglobe.worlds.remove('removed')
  // The view looks for new requests by itself.
  await page.clock.runFor('00:10')
  await page.clock.resume()
  await page.getByText('There is no world removed').waitFor()
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await page.getByRole('link', { name: 'Time' }).click()
  await page.getByText('There is no world removed').waitFor()
  expect(await worlds()).toEqual([main])

  await page.getByRole('link', { name: 'Go to the main world' }).click()
  await page.getByRole('heading', { name: 'A miniature Avalanche network' }).waitFor()
  expect(await page.getByText('There is no world').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a button of a tab does not bring a removed world back', async () => {
  await snowglobe.worlds.create('removed')
  const { page, close } = await openStill('@removed/time')
  await snowglobe.worlds.remove('removed')
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await page.getByText('There is no world removed').first().waitFor()
  expect(await worlds()).toEqual([main])
  await close()
})

test('a world that is made elsewhere appears by itself', async () => {
  const { page, close } = await openView('@later/wallets/mainnet')
  await page.getByText('There is no world later').waitFor()
  await snowglobe.worlds.create('later')
  await page.getByRole('link', { name: 'alice' }).waitFor()
  await close()
  await snowglobe.worlds.remove('later')
})

test('a name of 63 characters fits on a phone', async () => {
  const { page, close } = await openPage(browser, `${snowglobe.url}/#/@${'m'.repeat(63)}/`, {
    viewport: { width: 390, height: 844 },
  })
  await page.getByText('There is no world').waitFor()
  const beside = await page.evaluate<number>(
    'document.querySelector(".empty").scrollWidth - document.querySelector(".empty").clientWidth',
  )
  expect(beside).toBe(0)
  await close()
})
