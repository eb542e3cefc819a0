import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  // The first start on a machine builds the world; later ones open it. Advancing a year takes seconds.
  test: { hookTimeout: 60_000, testTimeout: 60_000 },
})
