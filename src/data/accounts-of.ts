import type { Accounts } from '../accounts/accounts.ts'
import type { Caller } from '../http/rest/route.ts'

/**
 * Returns the state that the server holds for its callers.
 * @throws in a process that has none: its operations are handed over to the writer
 */
export function accountsOf({ requestWorld }: Caller): Accounts {
  if (!requestWorld.accounts) throw new Error('internal error: only the writer reads accounts')
  return requestWorld.accounts
}
