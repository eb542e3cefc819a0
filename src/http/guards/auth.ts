import { createHash } from 'node:crypto'
import { type KeyEntry, type KeyFile, maxKeyLength, type Tier } from '../../../schemas/keys.ts'
import { keyPrefixLength } from '../../accounts/owners.ts'
import type { Config } from '../../config/config.ts'
import { HttpError, quoteInput } from '../response/errors.ts'
import { type ApiKey, worldOfKey } from './api-key.ts'

/** Account of a key in the key file: its own rate limit windows and permissions. */
export interface Account {
  /** SHA-256 of the key, in hex; of its salt too, if it has one. */
  readonly id: string
  readonly tier: Tier
  readonly isBlocked: boolean
  readonly routes: readonly string[] | undefined
}

/** Mode and keys that replace those of the start. */
interface AuthChange {
  readonly mode?: Config['auth']
  readonly keys?: KeyFile['keys']
}

export interface Auth {
  /**
   * Returns the account of a key. Undefined without a key, and for a key that is not in the file
   * and names no world.
   */
  accountOf(key: ApiKey | undefined): Account | undefined
  /**
   * Checks the key (section 5 of the contract: it is optional, and the Metrics API needs none).
   * @throws 401 for a missing or unknown key, 403 for a blocked one and for a route that the key
   *   may not use
   */
  authorize(key: ApiKey | undefined, account: Account | undefined, path: string): void
  readonly mode: Config['auth']
  readonly keys: KeyFile['keys']
  /** Applies this mode and these keys until the reset. */
  set(change: AuthChange): void
  /** What was set since the last reset. */
  readonly changed: AuthChange
  /** Replaces the known keys by those of this file. */
  use(file: KeyFile): void
  /** Restores the mode of the start and the keys of the file. */
  reset(): void
}

/**
 * Creates the authorization of a world.
 * @param mode `off` never refuses; `known` refuses unknown keys; `required` also wants one
 */
export function createAuth(startMode: Config['auth'], startFile: KeyFile): Auth {
  let file = startFile
  let mode = startMode
  let keys = file.keys
  let accounts = accountsOf(keys)
  let changed: AuthChange = {}
  const know = (newKeys: KeyFile['keys']) => {
    keys = newKeys
    accounts = accountsOf(keys)
  }
  return {
    get mode() {
      return mode
    },
    get keys() {
      return keys
    },
    get changed() {
      return changed
    },
    set(change) {
      changed = { ...changed, ...change }
      mode = change.mode ?? mode
      if (change.keys) know(change.keys)
    },
    reset() {
      changed = {}
      mode = startMode
      know(file.keys)
    },
    accountOf(key) {
      if (key === undefined || key.text.length > maxKeyLength) return undefined
      for (const [salt, ofSalt] of accounts) {
        const account = ofSalt.get(digestOf(salt, key.text))
        if (account) return account
      }
      return worldOfKey(key.text) === undefined ? undefined : ofWorlds
    },
    authorize(key, account, path) {
      if (mode === 'off') return
      if (key === undefined && mode === 'required')
        throw new HttpError(401, 'An API key is required in the header x-data-api-key')
      if (key !== undefined && account === undefined)
        throw new HttpError(
          401,
          `The API key ${quoteInput(`${key.text.slice(0, 4)}…`)} is not known`,
        )
      if (account?.isBlocked) throw new HttpError(403, 'The API key is blocked')
      if (account?.routes && !account.routes.some((prefix) => isBelow(path, prefix)))
        throw new HttpError(403, `The API key is not allowed to use ${path}`)
    },
    use(newFile) {
      file = newFile
      const { keys: _, ...rest } = changed
      changed = rest
      know(file.keys)
    },
  }
}

const digestOf = (salt: string, key: string) =>
  createHash('sha256')
    .update(salt + key)
    .digest('hex')

/** Returns an entry with a digest in place of its key. @param salt text that precedes the key */
export const withoutKey = ({ key, ...rest }: KeyEntry, salt: string): KeyEntry =>
  key === undefined
    ? rest
    : { ...rest, digest: { prefix: prefixOf({ key }), salt, sha256: digestOf(salt, key) } }

/** Returns the characters of a key that lists show. */
export const prefixOf = ({ key, digest }: Pick<KeyEntry, 'key' | 'digest'>): string =>
  key?.slice(0, keyPrefixLength) ?? digest?.prefix ?? ''

const toAccount = ({ digest, tier, blocked, routes }: KeyEntry): Account => ({
  id: digest?.sha256 ?? '',
  tier: tier ?? 'free',
  isBlocked: blocked === true,
  routes,
})

/**
 * One account for all keys that name worlds, because clients can invent any number of them. G-86
 */
const ofWorlds = toAccount(withoutKey({ key: 'sg_' }, ''))

/** Returns the accounts by salt and digest of their keys. */
function accountsOf(keys: KeyFile['keys']): ReadonlyMap<string, ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Map<string, Account>>()
  for (const entry of keys.map((key) => withoutKey(key, ''))) {
    const { salt = '' } = entry.digest ?? {}
    const ofSalt = accounts.get(salt) ?? new Map()
    accounts.set(salt, ofSalt)
    const account = toAccount(entry)
    ofSalt.set(account.id, account)
  }
  return accounts
}

const isBelow = (path: string, prefix: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
