import type { SnowglobeOptions } from '../snowglobe.ts'
import { startSharedServer } from './shared-server.ts'

/**
 * Returns a global setup for Playwright: it starts one server for all workers, and closes it after
 * all tests. By default the server has the small world, and room for 1000 worlds.
 */
export const globalSetup =
  (options: SnowglobeOptions = {}) =>
  (): Promise<() => Promise<void>> =>
    startSharedServer(options)

/** Global setup with the default options: `globalSetup: 'snowglobe/playwright/global'`. */
export default globalSetup()
