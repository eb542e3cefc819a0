import type { SnowglobeOptions } from '../snowglobe.ts'
import { startSharedServer } from './shared-server.ts'

/** Server of this process, from the global setup to the global teardown. */
const started = globalThis as { endSnowglobe?: () => Promise<void> }

/**
 * Returns a global setup for Jest: it starts one server for all workers. By default the server has
 * the small world, and room for 1000 worlds. The global teardown is `snowglobe/jest/global-teardown`.
 */
export const globalSetup =
  (options: SnowglobeOptions = {}) =>
  async (): Promise<void> => {
    started.endSnowglobe = await startSharedServer(options)
  }

/** Global setup with the default options: `globalSetup: 'snowglobe/jest/global-setup'`. */
export default globalSetup()
