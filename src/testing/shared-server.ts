import { addressVariable, tokenVariable } from '../config/client-variables.ts'
import { createSnowglobe, type SnowglobeOptions } from '../snowglobe.ts'

/** Room for a world of each test that runs, also where many run at once. */
export const sharedOptions = { size: 'small', maxWorlds: 1000 } as const

/**
 * Starts a server for all workers of a test run and names it in SNOWGLOBE_URL, which the workers
 * inherit. Starts none where the variable is set.
 * @returns function that ends the server
 */
export async function startSharedServer(options: SnowglobeOptions): Promise<() => Promise<void>> {
  if (process.env[addressVariable]) return async () => {}
  const server = await createSnowglobe({ ...sharedOptions, ...options })
  process.env[addressVariable] = server.url
  if (server.adminToken !== undefined) process.env[tokenVariable] = server.adminToken
  return async () => {
    delete process.env[addressVariable]
    if (server.adminToken !== undefined) delete process.env[tokenVariable]
    await server.close()
  }
}
