import { setTimeout as wait } from 'node:timers/promises'

/** Late enough not to delay the first answers, which people who start a server wait for. */
const patienceMs = 500

/**
 * Loads in the background what requests load when they first need it: it would have slowed down
 * the start. What fails here is tried again by the request.
 */
export async function loadLateModules(): Promise<void> {
  await wait(patienceMs, undefined, { ref: false })
  await Promise.allSettled([
    import('../data/signatures/signing.ts'),
    import('../formats/bls-pool-data.ts'),
    import('../http/openapi/openapi.ts'),
    import('../control/openapi.ts'),
    import('../util/schema-problem.ts'),
  ])
}
