import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Debian's Chromium; nothing is downloaded. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A browser that asks nobody but the server. */
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

/** What a page said and fetched, beside what it shows. */
export interface OpenPage {
  readonly page: Page
  /** Errors of the page's own scripts and of its console. */
  readonly errors: string[]
  /** Addresses that it asked for. */
  readonly requests: string[]
  close(): Promise<void>
}

/** Opens an address and waits until the page has drawn the date of the world. */
export async function openPage(
  browser: Browser,
  url: string,
  settings: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext(settings)
  const page = await context.newPage()
  const errors: string[] = []
  const requests: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  return { page, errors, requests, close: () => context.close() }
}
