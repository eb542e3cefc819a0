import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
  test as withoutWorld,
} from '@playwright/test'
import { environmentServer } from './environment-server.ts'
import { createOwnWorld, type OwnWorldHandle, type TestWorld } from './own-world.ts'

export type { OwnWorld, TestWorld } from './own-world.ts'

/** Fixture of a worker. */
export interface WorkerWorld {
  /** World of the worker, which `world` resets. */
  workerWorld: OwnWorldHandle
}

/**
 * Declares tests of Playwright that have a world. Each worker has its own, on the server that
 * SNOWGLOBE_URL names, by default that of `snowglobe/playwright/global`. The world is reset before
 * each test. The browser and the fixture `request` send its header, `x-snowglobe-world`, with all of
 * their requests. A failed test prints the requests of its world and attaches them to its report.
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestWorld,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerWorld
> = withoutWorld.extend<TestWorld, WorkerWorld>({
  workerWorld: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here.
    async ({}, use, { workerIndex }) => {
      const own = await createOwnWorld(environmentServer(), `worker-${workerIndex}-${process.pid}`)
      await use(own)
      await own.remove()
    },
    { scope: 'worker' },
  ],
  async world({ workerWorld }, use, testInfo) {
    await workerWorld.reset()
    await use(workerWorld.world)
    if (testInfo.status === testInfo.expectedStatus) return
    const body = await workerWorld.requestList()
    if (body === '') return
    process.stderr.write(`${testInfo.title}: ${body}\n`)
    await testInfo.attach('requests', { body, contentType: 'text/plain' })
  },
  async extraHTTPHeaders({ extraHTTPHeaders, world }, use) {
    await use({ ...extraHTTPHeaders, ...world.headers })
  },
})
