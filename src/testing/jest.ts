import type { Snowglobe } from '../snowglobe.ts'
import { environmentServer } from './environment-server.ts'
import { runInOwnWorld, type TestWorld, type WorldServer } from './own-world.ts'
import { type Hooks, type SuiteOptions, suiteWith } from './suite.ts'

export type { OwnWorld, TestWorld, WorldServer } from './own-world.ts'
export type { SuiteOptions } from './suite.ts'

/** Declares a test of Jest that gets a world. */
export type DeclareWorldTest = (
  name: string,
  body: (given: TestWorld) => unknown,
  timeoutMs?: number,
) => void

/** Declares tests of Jest, each with a world of its own. */
export interface WorldTest extends DeclareWorldTest {
  /** Declares a test that runs beside others. */
  readonly concurrent: DeclareWorldTest
  /** Declares a test that runs while others of the file do not. */
  readonly only: DeclareWorldTest
  /** Declares a test that does not run. */
  readonly skip: DeclareWorldTest
}

type Declare = (name: string, body: () => Promise<void>, timeoutMs?: number) => void
type JestTest = Declare & Record<'concurrent' | 'only' | 'skip', Declare>

/**
 * Returns a `test` whose tests get a world of their own as `world`, also as `test.concurrent`. The
 * requests of the world are printed when the test fails, and the world is removed afterwards.
 * @param server by default the one of `snowglobe/jest/global-setup`
 */
export function worldTest(
  server: WorldServer | (() => WorldServer) = environmentServer,
): WorldTest {
  const { test } = globalThis as unknown as { test: JestTest }
  const prefix = `test-${process.env.JEST_WORKER_ID}-${process.pid}`
  const inWorld =
    (declare: Declare): DeclareWorldTest =>
    (name, body, timeoutMs) =>
      declare(
        name,
        () =>
          runInOwnWorld(
            typeof server === 'function' ? server() : server,
            { prefix, title: name },
            body,
          ),
        timeoutMs,
      )
  return Object.assign(inWorld(test), {
    concurrent: inWorld(test.concurrent),
    only: inWorld(test.only),
    skip: inWorld(test.skip),
  })
}

/**
 * Starts a server for the tests of this file, reset to its initial state before each of them. By
 * default it has the small world. Jest loads modules when Node is started with
 * `--experimental-vm-modules`. It does not report failures to its hooks: `journal()` in a test's
 * own `catch` returns the requests.
 */
export function useSnowglobe(options?: SuiteOptions): Snowglobe & {
  /** Returns the requests since the test began, a line for each. */
  journal(): Promise<string>
} {
  const { snowglobe, journal } = suiteWith(globalThis as unknown as Hooks, options)
  return new Proxy(snowglobe as ReturnType<typeof useSnowglobe>, {
    get: (target, name) => (name === 'journal' ? journal : Reflect.get(target, name)),
  })
}
