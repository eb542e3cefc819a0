import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { openBrowser, openPage, settled, violationsOn } from './browser.ts'
import { type TestedView, viewsOf } from './views.ts'

let browser: Browser
let snowglobe: Snowglobe
let views: TestedView[]
beforeAll(async () => {
  ;[browser, snowglobe] = await Promise.all([openBrowser(), createSnowglobe({ size: 'small' })])
  await fetch(`${snowglobe.url}/v1/chains`)
  views = await viewsOf(snowglobe)
})
afterAll(async () => {
  await browser.close()
  await snowglobe.close()
})

test.each(
  [1280, 390].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => [width, colorScheme] as const),
  ),
)(
  'every view shows its data at %i pixels, %s, without a barrier or a bar to the side',
  async (width, colorScheme) => {
    const { page, errors, close } = await openPage(browser, `${snowglobe.url}/`, {
      ...{ viewport: { width, height: 844 }, colorScheme, bypassCSP: true },
      reducedMotion: 'reduce',
    })
    const found = []
    for (const { name, route, holds } of views) {
      await page.goto(`${snowglobe.url}/#/${route}`)
      await settled(page)
      await page.locator('main').getByText(holds).first().waitFor({ state: 'attached' })
      await settled(page)
      const beside = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      )
      found.push({ name, violations: await violationsOn(page), beside: Math.max(0, beside) })
    }
    expect(found).toEqual(views.map(({ name }) => ({ name, violations: [], beside: 0 })))
    expect(errors).toEqual([])
    await close()
  },
)

test('what an open page asks for is in no journal, also with faults, limits and scenarios', async () => {
  const { page, close } = await openPage(browser, 'about:blank')
  await snowglobe.requests.clear()
  await snowglobe.faults.add({ respond: { status: 503 } })
  await snowglobe.limits.set({ rateLimit: '1/min', auth: 'required' })
  await snowglobe.scenarios.set('short-pages', { most: 1 })
  await page.clock.install()
  for (const { route, holds } of views.filter(({ name }) => !/^requests?$/.test(name))) {
    await page.goto(`${snowglobe.url}/#/${route}`)
    await settled(page)
    await page.locator('main').getByText(holds).first().waitFor({ state: 'attached' })
    // Ten minutes of its polling, by the page's own clock.
    if (route === '') await page.clock.runFor('10:00')
  }
  expect((await snowglobe.requests.list()).requests).toEqual([])
  expect((await snowglobe.requests.verdicts()).verdicts).toEqual([])
  await snowglobe.reset()
  await close()
})

/** Minutes that a page stays open in real time; the other test lets its clock run instead. */
const minutes = Number(process.env.PAGE_MINUTES ?? 0)

test.runIf(minutes > 0)(
  `a page that is open for ${minutes} minutes leaves the journal empty`,
  { timeout: (minutes + 2) * 60_000 },
  async () => {
    await snowglobe.requests.clear()
    const open = await Promise.all(
      ['', 'requests', 'faults', 'webhooks', 'time'].map((route) =>
        openPage(browser, `${snowglobe.url}/#/${route}`),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, minutes * 60_000))
    for (const { page, requested } of open) {
      await settled(page)
      expect(requested.length).toBeGreaterThan(minutes * 10)
    }
    expect((await snowglobe.requests.list()).requests).toEqual([])
    expect((await snowglobe.requests.verdicts()).verdicts).toEqual([])
    await Promise.all(open.map(({ close }) => close()))
  },
)
