import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Debian's Chromium; nothing is downloaded. */
export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Starts a browser that sends requests to the server only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** Open page with what it reported and fetched. */
interface OpenPage {
  readonly page: Page
  /** Errors of the page's own scripts and of its console. */
  readonly errors: string[]
  /** Addresses that it requested. */
  readonly requested: string[]
  close(): Promise<void>
}

/** Opens an address in a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  settings: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext(settings)
  const page = await context.newPage()
  const errors: string[] = []
  const requested: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(url)
  return { page, errors, requested, close: () => context.close() }
}

/** Waits until a view has everything that it loads. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main .empty').first().waitFor()
  while ((await page.locator('[aria-busy=true]').count()) > 0) await page.waitForTimeout(20)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/** Returns what axe finds: the rule and the first element that breaks it. */
export async function violationsOn(page: Page): Promise<unknown[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.addScriptTag({ content: axe })
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])
  })
}
