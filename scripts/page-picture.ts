/*
 * Takes the picture of the page that README.md shows: `npx tsx scripts/page-picture.ts [FILE]`. It
 * needs Chromium at /usr/bin/chromium, or at the path in CHROMIUM.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSnowglobe } from '../src/snowglobe.ts'
import { openBrowser } from '../test/page/browser.ts'

const [, , file = join(import.meta.dirname, '../docs/images/page.png')] = process.argv
mkdirSync(dirname(file), { recursive: true })

const server = await createSnowglobe({ logLevel: 'silent' })
await server.act([
  { do: 'fund', to: 'alice', chain: 'P', amount: '51' },
  { do: 'delegate', from: 'alice', node: 'ewoq', amount: '50', duration: '14d' },
])
await server.clock.advance('1d')
const browser = await openBrowser()
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/`)
  await page.locator('time').first().waitFor()
  // The page requests its parts one after the other; it polls, so the network is never idle.
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: file })
} finally {
  await browser.close()
  await server.close()
}
