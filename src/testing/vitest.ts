import { afterAll, beforeAll, beforeEach, inject, type TestAPI, test } from 'vitest'
import { connect } from '../control/client/connect.ts'
import type { Snowglobe } from '../snowglobe.ts'
import { createOwnWorld, printRequests, type TestWorld, type WorldServer } from './own-world.ts'
import { type SuiteOptions, suiteWith } from './suite.ts'

export type { OwnWorld, TestWorld, WorldServer } from './own-world.ts'
export type { SuiteOptions } from './suite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server that `snowglobe/vitest/global` has started. */
    snowglobe: { readonly url: string; readonly adminToken: string | undefined }
  }
}

/**
 * Returns the server that `snowglobe/vitest/global` has started for all workers, with the methods of
 * its control plane.
 */
export function globalSnowglobe(): WorldServer {
  const { url, adminToken } = inject('snowglobe')
  return { url, ...connect(url, { ...(adminToken !== undefined && { token: adminToken }) }) }
}

/**
 * Returns a `test` whose tests get a world of their own as `world`, also when they run at once. The
 * requests of the world are printed when the test fails, and the world is removed afterwards.
 * @param server by default the one of `snowglobe/vitest/global`
 */
export const worldTest = (
  server: WorldServer | (() => WorldServer) = globalSnowglobe,
): TestAPI<TestWorld> =>
  test.extend<TestWorld>({
    async world({ task }, use) {
      const of = typeof server === 'function' ? server() : server
      const own = await createOwnWorld(of, `test-${process.env.VITEST_WORKER_ID}-${process.pid}`)
      try {
        await use(own.world)
        if (task.result?.state === 'fail') await printRequests(own, task.name)
      } finally {
        await own.remove()
      }
    },
  })

/**
 * Starts a server for the tests of this file, reset to its initial state before each of them. The
 * requests are printed when a test fails. By default it has the small world.
 */
export function useSnowglobe(options?: SuiteOptions): Snowglobe {
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
