import type { Snowglobe, SnowglobeOptions } from '../snowglobe.ts'
import { type Hooks, suiteWith } from './suite.ts'

/**
 * A server for the tests of this file, as it was at its start before each of them. By default the
 * small world. Jest loads modules when Node is started with `--experimental-vm-modules`. It tells
 * its hooks nothing of failures: `journal()` in a test's own `catch` gives what was asked.
 */
export function useSnowglobe(options?: SnowglobeOptions): Snowglobe & {
  /** What was asked since the test began, a line for each request. */
  journal(): Promise<string>
} {
  const { snowglobe, journal } = suiteWith(globalThis as unknown as Hooks, options)
  return new Proxy(snowglobe as ReturnType<typeof useSnowglobe>, {
    get: (target, name) => (name === 'journal' ? journal : Reflect.get(target, name)),
  })
}
