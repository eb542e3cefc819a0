import { setTimeout as wait } from 'node:timers/promises'

/**
 * Milliseconds of delay, so that the first responses, which users wait for at a start, are not
 * delayed.
 */
const delayMs = 500

/**
 * Loads modules in the background that requests load on their first need: at the start they would
 * delay it. A request retries a failed module.
 */
export async function loadLateModules(): Promise<void> {
  await wait(delayMs, undefined, { ref: false })
  await Promise.allSettled([
    import('../data/signatures/signing.ts'),
    import('../formats/bls-pool-data.ts'),
    import('../http/openapi/openapi.ts'),
    import('../control/openapi.ts'),
    import('../util/schema-problem.ts'),
  ])
}
