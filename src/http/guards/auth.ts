import { type Static, Type } from '@sinclair/typebox'
import { HttpError, shown } from '../errors.ts'

/** Plans of the deployed service; they differ in their compute units. */
export const Tier = Type.Union([
  Type.Literal('free'),
  Type.Literal('base'),
  Type.Literal('growth'),
  Type.Literal('pro'),
])
export type Tier = Static<typeof Tier>

/** The file of `--keys`. */
export const KeyFile = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          key: Type.String({ minLength: 1, maxLength: 256 }),
          /** A blocked key is refused with 403 everywhere. */
          blocked: Type.Optional(Type.Boolean()),
          /** Path prefixes that the key may use, for example `/v1/chains`; absent: all. */
          routes: Type.Optional(Type.Array(Type.String({ pattern: '^/' }))),
          tier: Type.Optional(Tier),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type KeyFile = Static<typeof KeyFile>

/** Who a request is, for limits: a key's plan, or nobody in particular. */
export interface Caller {
  readonly key: string | undefined
  readonly tier: Tier | 'unauthenticated'
}

export interface Auth {
  /**
   * Section 5 of the contract: the key is optional and the Metrics API needs none.
   * @throws 401 for a missing or unknown key, 403 for a blocked key or a route it may not use
   */
  authenticate(path: string, key: string | undefined, needsKey: boolean): Caller
  /** Knows the keys of this file from now on, and no others. */
  use(file: KeyFile): void
}

/** @param mode `off` never refuses; `known` refuses unknown keys; `required` also wants one */
export function createAuth(mode: 'off' | 'known' | 'required', file: KeyFile): Auth {
  let known = byKey(file)
  return {
    authenticate(path, key, needsKey) {
      const entry = key === undefined ? undefined : known.get(key)
      if (mode !== 'off' && needsKey) {
        if (key === undefined && mode === 'required')
          throw new HttpError(401, 'An API key is required in the header x-data-api-key')
        if (key !== undefined && entry === undefined)
          throw new HttpError(401, `The API key ${shown(`${key.slice(0, 4)}…`)} is not known`)
        if (entry?.blocked) throw new HttpError(403, 'The API key is blocked')
        if (entry?.routes && !entry.routes.some((prefix) => isBelow(path, prefix)))
          throw new HttpError(403, `The API key may not use ${path}`)
      }
      return { key, tier: key === undefined ? 'unauthenticated' : (entry?.tier ?? 'free') }
    },
    use(newFile) {
      known = byKey(newFile)
    },
  }
}

const byKey = ({ keys }: KeyFile) => new Map(keys.map((entry) => [entry.key, entry]))

const isBelow = (path: string, prefix: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
