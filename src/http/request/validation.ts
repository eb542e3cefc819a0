import type { TObject, TSchema } from '@sinclair/typebox'
import type { Input, Operation } from '../../../schemas/operation.ts'
import { badRequest } from '../response/errors.ts'
import { bodyReader } from './body-reader.ts'
import { type Kind, kindOf, refusal } from './kinds.ts'
import { absent, ownValue } from './members.ts'

/** Request before validation. Keys of all three parts come from outside and may be any text. */
interface RawInput {
  /** Path parameters, percent-decoded. */
  readonly params: unknown
  /** Query as node:querystring parses it: a text per key, or several when it is repeated. */
  readonly query: unknown
  /** Parsed JSON body. */
  readonly body?: unknown
}

/** G-23: maximum length of a path parameter; longer ones are refused before the pattern check. */
const maxPathParameterLength = 1024

/**
 * Builds the function that converts the requests of an operation into its typed input. It converts
 * text to numbers and booleans, fills in defaults and drops unknown keys. Build it once. It throws
 * 400 with a sentence that names the parameter, its value and what it must be. G-22
 */
export function inputReader<O extends Operation>(operation: O): (raw: RawInput) => Input<O> {
  const params = readersOf(operation.params, pathReader)
  const query = readersOf(operation.query, queryReader)
  const body = operation.body && bodyReader(operation.body)
  return (raw) =>
    ({
      params: readAll(params, raw.params),
      query: readAll(query, raw.query),
      body: body?.(raw.body),
    }) as Input<O>
}

/** Function that returns the typed value of one parameter, or its default. It throws 400. */
type Reader = (raw: unknown) => unknown

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
    if (typeof raw !== 'string') throw badRequest(`${name} must be given only once`)
    return fromText(name, kind, raw)
  }
}

/** Splits `a=x&a=y` and `a=x,y`, and mixtures of both. */
const listItems = (raw: unknown): string[] =>
  [raw].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : ''))

function fromText(name: string, kind: Kind, text: string): unknown {
  if (text === '') throw badRequest(`${name} must not be empty`)
  const value = kind.fromText(text)
  if (!kind.accepts(value)) throw refusal(name, kind, text)
  return value
}
