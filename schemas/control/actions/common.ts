import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { networks } from '../../../src/networks/network.ts'
import { Member } from '../../definition/common.ts'
import { nodeIdForm, oneOf } from '../../scalars.ts'

/** Name of a member of the cast, or an address of the chain on which it is used. */
export const AccountName = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'A name or an address',
})

/** One or, on a chain with multisig, several owners. */
export const Owners = Type.Union([
  AccountName,
  Type.Array(AccountName, { minItems: 1, maxItems: 128 }),
])

/** Positive decimal text in whole coins or tokens. */
export const Amount = Type.String({
  pattern: '^(?!0+(\\.0+)?$)(0|[1-9]\\d{0,29})(\\.\\d{1,36})?$',
  description: 'A decimal amount above 0 such as 5.5',
})

/** Decimal amount as {@link Amount}, with 0 allowed. */
export const AmountOrNone = Type.String({
  pattern: '^(0|[1-9]\\d{0,29})(\\.\\d{1,36})?$',
  description: 'A decimal amount such as 5.5 or 0',
})

/** Returns the schema with what the field means, before the form that its values have. */
export const described = <Schema extends TSchema>(meaning: string, schema: Schema): Schema => ({
  ...schema,
  description: schema.description ? `${meaning} ${schema.description}.` : meaning,
})

/** Weight of a validator. */
export const Weight = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'Weight of the validator',
})

/** Number of owners that have to sign. */
export const Threshold = Type.Integer({ minimum: 1, maximum: 128 })

/** Id, or the name that `as`, a verb or the definition gave to the object. */
export const Id = Type.String({ minLength: 1, maxLength: 128, description: 'A name or an id' })

/** Node by its name, from which its keys follow, or by its id. */
export const Node = Type.String({
  pattern: `^([a-z][a-z0-9-]{0,31}|${nodeIdForm})$`,
  description: 'The name of a node or a NodeID',
})

export const Duration = Type.String({
  pattern: '^([0-9.]{1,13}[smhdw]|P[0-9.WDTHMS]{2,60})$',
  description: 'A number with s, m, h, d or w such as 30d, or ISO 8601 such as P30D',
})

/** Chain as `P`, `X`, `C`, or the EVM chain id of an L1; the C-chain's own id stands for `C`. */
export const Chain = Type.String({
  pattern: '^(P|X|C|[1-9]\\d{0,19})$',
  description: 'P, X, C or an EVM chain id',
})

/** EVM chain as `C`, or the EVM chain id of an L1. */
export const EvmChain = Type.String({
  pattern: '^(C|[1-9]\\d{0,19})$',
  description: 'C or an EVM chain id',
})

/** Name that a `wallet` or `as` gives, in the form of the definition's names. */
export const NewName = Member

/** Optional fields of every action. */
export const everywhere = {
  network: Type.Optional(oneOf(networks)),
  as: Type.Optional(NewName),
}

/**
 * Builds the schema of a verb with exactly these fields; the description is its line in
 * docs/control.md.
 */
export const verb = <Do extends string, Fields extends TProperties>(
  name: Do,
  description: string,
  fields: Fields,
) =>
  Type.Object(
    { do: Type.Literal(name), ...fields, ...everywhere },
    { additionalProperties: false, description },
  )

export type Owners = Static<typeof Owners>
