import { type Static, Type } from '@sinclair/typebox'

/** G-86: longer keys are refused; none of the key file is. */
export const maxKeyLength = 256

/** Plans of the deployed service; they differ in their compute units. */
export const Tier = Type.Union([
  Type.Literal('free'),
  Type.Literal('base'),
  Type.Literal('growth'),
  Type.Literal('pro'),
])
export type Tier = Static<typeof Tier>

/** A key that is known, and what it may. */
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
