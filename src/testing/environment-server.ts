import { addressVariable, tokenVariable } from '../config/client-variables.ts'
import { ConfigError } from '../config/config.ts'
import { connect } from '../control/client/connect.ts'
import type { WorldServer } from './own-world.ts'

/**
 * Returns the server that the variables SNOWGLOBE_URL and SNOWGLOBE_ADMIN_TOKEN name: that of
 * `snowglobe exec`, or of the global setup of Jest and Playwright.
 * @throws ConfigError without an address
 */
export function environmentServer(): WorldServer {
  const url = process.env[addressVariable]
  const token = process.env[tokenVariable]
  if (!url)
    throw new ConfigError(
      `${addressVariable} is not set: run the tests by "snowglobe exec -- COMMAND", set the global ` +
        'setup of Snowglobe in the configuration of the tests, or give the helper a server',
    )
  return { url, ...connect(url, { ...(token && { token }) }) }
}
