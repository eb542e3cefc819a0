import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { openBrowser, openPage, settled } from './browser.ts'
import { viewsOf } from './views.ts'

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

const openView = (route: string) => openPage(browser, `${snowglobe.url}/#/${route}`)

/**
 * Numbers what a keyboard must reach, and returns how many these are. A script that runs in the
 * page: what is hidden, disabled or left out of the order of Tab does not count.
 */
const numberControls = `(() => {
  const all = [...document.querySelectorAll('a[href],button,input,select,textarea,summary')]
  const reachable = all.filter(
    (each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
  )
  reachable.forEach((each, index) => each.setAttribute('data-number', String(index)))
  return reachable.length
})()`

/** Number of the element with focus, and whether its focus can be seen; null outside the page. */
const focused = `(() => {
  const { activeElement: active } = document
  if (!active || active === document.body) return null
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active)
  const isVisible = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  return { number: active.getAttribute('data-number'), isVisible, html: active.outerHTML.slice(0, 120) }
})()`

type Focused = { number: string | null; isVisible: boolean; html: string } | null

test('Tab reaches each control of each view in turn, with a focus that can be seen, and leaves it', async () => {
  await fetch(`${snowglobe.url}/v1/chains`)
  const views = await viewsOf(snowglobe)
  const { page, close } = await openPage(browser, `${snowglobe.url}/`, { bypassCSP: true })
  // No poll of the page draws it again in between.
  await page.clock.install()
  const found = []
  for (const { name, route } of views) {
    await page.goto('about:blank')
    await page.goto(`${snowglobe.url}/#/${route}`)
    await settled(page)
    const count = await page.evaluate<number>(numberControls)
    const reached = new Set<string>()
    const unseen: string[] = []
    let hasLeft = false
    for (let presses = 0; presses < 3 * count + 20 && !hasLeft; presses++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate<Focused>(focused)
      hasLeft = at === null
      if (at && !at.isVisible) unseen.push(at.html)
      if (at?.number) reached.add(at.number)
    }
    found.push({ name, unreached: count - reached.size, unseen, hasLeft })
  }
  expect(found).toEqual(
    views.map(({ name }) => ({ name, unreached: 0, unseen: [], hasLeft: true })),
  )
  await close()
  // Some thousand keys: slow where other work runs beside.
}, 600_000)

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const text = () =>
    page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
    )
  for (let presses = 0; presses < 300 && (await text()) !== name; presses++)
    await page.keyboard.press('Tab')
  expect(await text()).toBe(name)
}

test('Escape closes the search, and the focus returns to where it was', async () => {
  const { page, close } = await openView('time')
  await settled(page)
  await tabTo(page, '+ 1 hour')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.waitFor()
  await page.keyboard.type('ali')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('+ 1 hour')
  await close()
})

test('Enter in the search waits for the names that the page loads, and opens the best one', async () => {
  const { page, close } = await openView('')
  await settled(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/openapi.json', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.type('alice')
  await page.keyboard.press('Enter')
  await page.getByText('Looking in the world…').waitFor()
  release()
  await page.getByRole('heading', { name: 'alice' }).waitFor()
  await close()
})

test('a form keeps what is typed while the server does not respond and while the world changes', async () => {
  const { page, close } = await openView('faults')
  await page.getByRole('heading', { name: 'Build a rule' }).waitFor()
  await page.getByLabel('id', { exact: true }).fill('typed')
  await page.getByLabel('probability', { exact: true }).fill('0.25')
  await page.route('**/_admin/faults', (route) => route.abort())
  await page.waitForEvent('requestfailed')
  await page.unroute('**/_admin/faults')
  await snowglobe.act({ do: 'fund', to: 'alice', chain: 'C', amount: '1' })
  await page.waitForResponse('**/_admin/faults')
  expect(await page.getByLabel('id', { exact: true }).inputValue()).toBe('typed')
  expect(await page.getByLabel('probability', { exact: true }).inputValue()).toBe('0.25')
  await close()
})
