/*
 * Takes the picture of the page that README.md shows: `npx tsx scripts/page-picture.ts [FILE]`. It
 * needs the free port 9650, which the picture shows, and Chromium at /usr/bin/chromium or at the path in
 * CHROMIUM.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSnowglobe } from '../src/snowglobe.ts'
import { openBrowser, settled } from '../test/page/browser.ts'
import { buildPage } from './build-page.mjs'

const [, , file = join(import.meta.dirname, '../docs/images/page.png')] = process.argv
mkdirSync(dirname(file), { recursive: true })

await buildPage(join(import.meta.dirname, '../dist/page'))
const server = await createSnowglobe({ port: 9650, logLevel: 'silent' })
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
  await settled(page)
  await page.screenshot({ path: file })
} finally {
  await browser.close()
  await server.close()
}
