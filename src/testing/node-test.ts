import { after, afterEach, before, beforeEach, type TestContext } from 'node:test'
import type { Snowglobe, SnowglobeOptions } from '../snowglobe.ts'
import { suiteWith } from './suite.ts'

/**
 * Starts a server for the tests of this file, reset to its initial state before each of them. The
 * requests are printed when a test fails. By default it has the small world.
 */
export function useSnowglobe(options?: SnowglobeOptions): Snowglobe {
  const hooks = {
    beforeAll: (work: () => Promise<void>, timeout: number) => before(work, { timeout }),
    beforeEach: (work: () => Promise<void>) => beforeEach(work),
    afterAll: (work: () => Promise<void>) => after(work),
  }
  const { snowglobe, journal } = suiteWith(hooks, options)
  afterEach(async (context) => {
    if ((context as TestContext & { readonly passed?: boolean }).passed !== false) return
    const entries = await journal()
    if (entries !== '') process.stderr.write(`${entries}\n`)
  })
  return snowglobe
}
