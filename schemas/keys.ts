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

/** Known key with its permissions: the key itself, or a digest of it. */
export const KeyEntry = Type.Object(
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: maxKeyLength })),
    digest: Type.Optional(
      Type.Object(
        {
          prefix: Type.String({
            maxLength: 4,
            description: 'First characters of the key, for lists.',
          }),
          salt: Type.String({
            maxLength: 64,
            description: 'Text that precedes the key in what the digest is of.',
          }),
          sha256: Type.String({
            pattern: '^[0-9a-f]{64}$',
            description: 'SHA-256 of salt and key, in hex.',
          }),
        },
        {
          additionalProperties: false,
          description: 'What is known of a key, in place of the key.',
        },
      ),
    ),
    /** A blocked key is refused with 403 everywhere. */
    blocked: Type.Optional(Type.Boolean()),
    /** Path prefixes that the key may use, for example `/v1/chains`; absent: all. */
    routes: Type.Optional(Type.Array(Type.String({ pattern: '^/' }))),
    tier: Type.Optional(Tier),
  },
  { additionalProperties: false },
)

export type KeyEntry = Static<typeof KeyEntry>

/** The file of `--keys`. */
export const KeyFile = Type.Object({ keys: Type.Array(KeyEntry) }, { additionalProperties: false })
export type KeyFile = Static<typeof KeyFile>
