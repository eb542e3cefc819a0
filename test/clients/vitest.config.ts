import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    globalSetup: ['support/start-servers.ts'],
    testTimeout: 30_000,
  },
})
