import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 3000)
/** Path of an installed Chromium, where `npx playwright install` has downloaded none. */
const executablePath = process.env.CHROMIUM

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  globalSetup: 'snowglobe/playwright/global',
  webServer: {
    command: 'node serve.mjs',
    url: `http://127.0.0.1:${port}`,
    env: { PORT: `${port}` },
  },
  fullyParallel: true,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { ...(executablePath && { executablePath }), args: ['--no-sandbox'] },
  },
})
