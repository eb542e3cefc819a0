import { after, afterEach, before, beforeEach, type TestContext } from 'node:test'
import type { Snowglobe, SnowglobeOptions } from '../snowglobe.ts'
import { suiteWith } from './suite.ts'

/**
 * A server for the tests of this file, as it was at its start before each of them; what was asked
 * is printed when a test fails. By default the small world.
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
    const asked = await journal()
    if (asked !== '') process.stderr.write(`${asked}\n`)
  })
  return snowglobe
}
