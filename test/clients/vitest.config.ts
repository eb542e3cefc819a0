import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  // An optional peer of the package, which is installed in this folder alone.
  resolve: {
    alias: { testcontainers: join(import.meta.dirname, 'node_modules/testcontainers') },
  },
  test: {
    globalSetup: ['support/start-servers.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
