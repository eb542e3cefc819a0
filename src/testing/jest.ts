import type { Snowglobe, SnowglobeOptions } from '../snowglobe.ts'
import { type Hooks, suiteWith } from './suite.ts'

/**
 * Starts a server for the tests of this file, reset to its initial state before each of them. By
 * default it has the small world. Jest loads modules when Node is started with
 * `--experimental-vm-modules`. It does not report failures to its hooks: `journal()` in a test's
 * own `catch` returns the requests.
 */
export function useSnowglobe(options?: SnowglobeOptions): Snowglobe & {
  /** Returns the requests since the test began, a line for each. */
  journal(): Promise<string>
} {
  const { snowglobe, journal } = suiteWith(globalThis as unknown as Hooks, options)
  return new Proxy(snowglobe as ReturnType<typeof useSnowglobe>, {
    get: (target, name) => (name === 'journal' ? journal : Reflect.get(target, name)),
  })
}
