import { type Static, Type } from '@sinclair/typebox'

/** G-86: maximum length of a key; longer ones are refused, and the key file has none. */
export const maxKeyLength = 256

/** Plans of the deployed service; they differ in their compute units. */
export const Tier = Type.Union([
  Type.Literal('free'),
  Type.Literal('base'),
  Type.Literal('growth'),
  Type.Literal('pro'),
])
export type Tier = Static<typeof Tier>

/** Known key with its permissions. */
export const KeyEntry = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: maxKeyLength }),
    /** A blocked key is refused with 403 everywhere. */
    blocked: Type.Optional(Type.Boolean()),
    /** Path prefixes that the key may use, for example `/v1/chains`; absent: all. */
    routes: Type.Optional(Type.Array(Type.String({ pattern: '^/' }))),
    tier: Type.Optional(Tier),
  },
  { additionalProperties: false },
)

/** The file of `--keys`. */
export const KeyFile = Type.Object({ keys: Type.Array(KeyEntry) }, { additionalProperties: false })
export type KeyFile = Static<typeof KeyFile>
