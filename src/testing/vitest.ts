import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Snowglobe, SnowglobeOptions } from '../snowglobe.ts'
import { suiteWith } from './suite.ts'

/**
 * Starts a server for the tests of this file, reset to its initial state before each of them. The
 * requests are printed when a test fails. By default it has the small world.
 */
export function useSnowglobe(options?: SnowglobeOptions): Snowglobe {
  const { snowglobe, mark, journal } = suiteWith({ beforeAll, beforeEach, afterAll }, options)
  beforeEach(async ({ onTestFailed }) => {
    const begun = await mark()
    onTestFailed(async () => {
      const entries = await journal(begun)
      if (entries !== '') process.stderr.write(`${entries}\n`)
    })
  })
  return snowglobe
}
