import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Snowglobe, SnowglobeOptions } from '../snowglobe.ts'
import { suiteWith } from './suite.ts'

/**
 * A server for the tests of this file, as it was at its start before each of them; what was asked
 * is printed when a test fails. By default the small world.
 */
export function useSnowglobe(options?: SnowglobeOptions): Snowglobe {
  const { snowglobe, mark, journal } = suiteWith({ beforeAll, beforeEach, afterAll }, options)
  beforeEach(async ({ onTestFailed }) => {
    const begun = await mark()
    onTestFailed(async () => {
      const asked = await journal(begun)
      if (asked !== '') process.stderr.write(`${asked}\n`)
    })
  })
  return snowglobe
}
