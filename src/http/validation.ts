import type { TObject, TSchema } from '@sinclair/typebox'
import type { Input, Operation } from '../../schemas/operation.ts'
import { badRequest, shown } from './errors.ts'

/** A request before validation. Keys of all three come from outside and may be any text. */
export interface RawInput {
  /** Path parameters, percent-decoded. */
  readonly params: unknown
  /** The query as node:querystring parses it: a text per key, or several when it is repeated. */
  readonly query: unknown
  /** The parsed JSON body. */
  readonly body?: unknown
}

/** G-23: longer path parameters are refused before their pattern is looked at. */
export const maxPathParameterLength = 1024

/**
 * What turns requests of an operation into its typed input: text into numbers and booleans,
 * defaults filled, unknown keys dropped. Build it once; it gives 400 with a sentence that names
 * the parameter, its value and what it must be. G-22
 */
export function inputReader<O extends Operation>(operation: O): (raw: RawInput) => Input<O> {
  const params = readersOf(operation.params, pathReader)
  const query = readersOf(operation.query, queryReader)
  const body = operation.body && readersOf(operation.body, bodyReader)
  return (raw) =>
    ({
      params: readAll(params, raw.params),
      query: readAll(query, raw.query),
      body: body && readAll(body, jsonObject(raw.body)),
    }) as Input<O>
}

/** Gives the typed value of one parameter, or its default. Throws 400. */
type Reader = (raw: unknown) => unknown

/** The type of one value: how to get it from text, whether a value is one, and its name. */
interface Kind {
  readonly fromText: (text: string) => unknown
  readonly accepts: (value: unknown) => boolean
  /** Completes the sentence "pageSize must be …". */
  readonly mustBe: string
}

type ReaderOf = (name: string, schema: TSchema, isRequired: boolean) => Reader

const readersOf = (shape: TObject, readerOf: ReaderOf): [name: string, reader: Reader][] =>
  Object.entries(shape.properties).map(([name, schema]) => [
    name,
    readerOf(name, schema, shape.required?.includes(name) === true),
  ])

function readAll(readers: [name: string, reader: Reader][], raw: unknown): object {
  const input: Record<string, unknown> = {}
  for (const [name, reader] of readers) {
    const value = reader(ownValue(raw, name))
    if (value !== undefined) input[name] = value
  }
  return input
}

/** Never an inherited member: a query may name `constructor`. */
const ownValue = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? (raw as Record<string, unknown>)[name]
    : undefined

const pathReader: ReaderOf = (name, schema) => {
  const kind = kindOf(schema)
  return (raw) => {
    const text = typeof raw === 'string' ? raw : ''
    if (text.length > maxPathParameterLength)
      throw badRequest(`${name} must have at most ${maxPathParameterLength} characters`)
    return fromText(name, kind, text)
  }
}

const queryReader: ReaderOf = (name, schema, isRequired) => {
  const isList = schema.type === 'array'
  const kind = kindOf(isList ? schema.items : schema)
  return (raw) => {
    if (raw === undefined) return absent(name, schema, isRequired)
    if (isList) return listItems(raw).map((item) => fromText(name, kind, item))
    if (typeof raw !== 'string') throw badRequest(`${name} must be given once`)
    return fromText(name, kind, raw)
  }
}

const bodyReader: ReaderOf = (name, schema, isRequired) => {
  const kind = kindOf(schema)
  return (raw) => {
    if (raw === undefined) return absent(name, schema, isRequired)
    if (!kind.accepts(raw)) throw refusal(name, kind, raw)
    return raw
  }
}

/** Both `a=x&a=y` and `a=x,y`, and mixtures of them. */
const listItems = (raw: unknown): string[] =>
  [raw].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : ''))

function absent(name: string, schema: TSchema, isRequired: boolean): unknown {
  if (schema.default !== undefined) return schema.default
  if (isRequired) throw badRequest(`${name} is required`)
  return undefined
}

function fromText(name: string, kind: Kind, text: string): unknown {
  if (text === '') throw badRequest(`${name} must not be empty`)
  const value = kind.fromText(text)
  if (!kind.accepts(value)) throw refusal(name, kind, text)
  return value
}

const refusal = (name: string, kind: Kind, raw: unknown) =>
  badRequest(`${name} must be ${kind.mustBe}, not ${shown(raw)}`)

function jsonObject(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw badRequest('The request body must be a JSON object')
}

/** The kinds that parameters have. A schema of any other kind is a mistake in the contract. */
function kindOf(schema: TSchema): Kind {
  if (schema.type === 'integer') return integer(schema)
  if (schema.type === 'number') return number(schema)
  if (schema.type === 'boolean') return boolean
  if (schema.type === 'string') return string(schema)
  if (Array.isArray(schema.anyOf)) return oneOf(schema.anyOf.map(({ const: value }) => value))
  throw new TypeError(`No parameter can be ${JSON.stringify(schema)}`)
}

function integer({ minimum, maximum = Number.MAX_SAFE_INTEGER }: TSchema): Kind {
  return {
    // No exponents, signs, spaces or leading zeros, which Number() would all let pass.
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

const oneOf = (values: readonly string[]): Kind => ({
  fromText: (text) => text,
  accepts: (value) => values.includes(value as string),
  mustBe: `one of ${values.join(', ')}`,
})
