import type { TSchema } from '@sinclair/typebox'
import { badRequest, quoteInput } from '../response/errors.ts'

/** Type of one value: its parser for text, its check, and its name. */
export interface Kind {
  readonly fromText: (text: string) => unknown
  readonly accepts: (value: unknown) => boolean
  /** End of the sentence "pageSize must be …". */
  readonly mustBe: string
}

/** Returns the kind of a parameter. A schema of any other kind is a mistake in the contract. */
export function kindOf(schema: TSchema): Kind {
  if (schema.type === 'integer') return integer(schema)
  if (schema.type === 'number') return number(schema)
  if (schema.type === 'boolean') return boolean
  if (schema.type === 'string') return string(schema)
  if (schema.const !== undefined) return oneOf([schema.const])
  if (Array.isArray(schema.anyOf)) return oneOf(schema.anyOf.map(({ const: value }) => value))
  throw new TypeError(`internal error: no parameter can have the schema ${JSON.stringify(schema)}`)
}

function integer({ minimum, maximum = Number.MAX_SAFE_INTEGER }: TSchema): Kind {
  return {
    // The pattern excludes exponents, signs, spaces and leading zeros, which Number() would all
    // accept.
    fromText: (text) => (/^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) + 0 : undefined),
    accepts: (value) => isSafeInteger(value) && value >= minimum && value <= maximum,
    mustBe: `an integer from ${minimum} to ${maximum}`,
  }
}

function number({ minimum, maximum }: TSchema): Kind {
  return {
    fromText: (text) => (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) + 0 : undefined),
    accepts: (value) => typeof value === 'number' && value >= minimum && value <= maximum,
    mustBe: `a decimal number from ${minimum} to ${maximum}`,
  }
}

const isSafeInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const boolean: Kind = {
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  accepts: (value) => typeof value === 'boolean',
  mustBe: 'true or false',
}

function string({ pattern, mustBe = 'a string' }: TSchema): Kind {
  const form = pattern === undefined ? undefined : new RegExp(pattern)
  return {
    fromText: (text) => text,
    accepts: (value) => typeof value === 'string' && (form === undefined || form.test(value)),
    mustBe,
  }
}

export const oneOf = (values: readonly string[]): Kind => ({
  fromText: (text) => text,
  accepts: (value) => values.includes(value as string),
  mustBe: `one of ${values.join(', ')}`,
})

/** Builds the 400 for a value that is not of its kind. */
export const refusal = (name: string, kind: Kind, raw: unknown) =>
  badRequest(`${name} must be ${kind.mustBe}, not ${quoteInput(raw)}`)
