import {
  after,
  afterEach,
  before,
  beforeEach,
  type TestContext,
  type TestOptions,
  test,
} from 'node:test'
import type { Snowglobe } from '../snowglobe.ts'
import { environmentServer } from './environment-server.ts'
import { runInOwnWorld, type TestWorld, type WorldServer } from './own-world.ts'
import { type SuiteOptions, suiteWith } from './suite.ts'

export type { OwnWorld, TestWorld, WorldServer } from './own-world.ts'
export type { SuiteOptions } from './suite.ts'

/** Body of a test that gets a world. */
export type WorldTestBody = (given: TestWorld, context: TestContext) => unknown

/** Declares tests of the test runner of Node, each with a world of its own. */
export interface WorldTest {
  /** Declares a test. */
  (name: string, body: WorldTestBody): Promise<void>
  /** Declares a test with options of the runner, such as `timeout` and `concurrency`. */
  (name: string, options: TestOptions, body: WorldTestBody): Promise<void>
}

/**
 * Returns a `test` whose tests get a world of their own as `world`, also when they run at once. The
 * requests of the world are printed when the test fails, and the world is removed afterwards.
 * @param server by default the one that SNOWGLOBE_URL names, as `snowglobe exec -- node --test` sets
 *   it
 */
export const worldTest =
  (server: WorldServer | (() => WorldServer) = environmentServer): WorldTest =>
  (name: string, ...given: [WorldTestBody] | [TestOptions, WorldTestBody]) => {
    const [options, body] = given.length === 1 ? [{}, ...given] : given
    return test(name, options, (context) =>
      runInOwnWorld(
        typeof server === 'function' ? server() : server,
        { prefix: `test-${process.pid}`, title: name, signal: context.signal },
        (world) => body(world, context),
      ),
    )
  }

/**
 * Starts a server for the tests of this file, reset to its initial state before each of them. The
 * requests are printed when a test fails. By default it has the small world.
 */
export function useSnowglobe(options?: SuiteOptions): Snowglobe {
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
