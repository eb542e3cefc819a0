import type { TestProject } from 'vitest/node'
import { createSnowglobe, type SnowglobeOptions } from '../snowglobe.ts'
import { sharedOptions } from './shared-server.ts'
import type {} from './vitest.ts'

/**
 * Returns a global setup for vitest: it starts one server for all workers, and closes it after all
 * tests. By default the server has the small world, and room for 1000 worlds.
 */
export const globalSetup =
  (options: SnowglobeOptions = {}) =>
  async ({ provide }: TestProject): Promise<() => Promise<void>> => {
    const server = await createSnowglobe({ ...sharedOptions, ...options })
    provide('snowglobe', { url: server.url, adminToken: server.adminToken })
    return () => server.close()
  }

/** Global setup with the default options: `globalSetup: ['snowglobe/vitest/global']`. */
export const setup = globalSetup()
