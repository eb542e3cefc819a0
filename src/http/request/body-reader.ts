import type { TSchema } from '@sinclair/typebox'
import { badRequest, quoteInput } from '../response/errors.ts'
import { kindOf, oneOf, refusal } from './kinds.ts'
import { absent, ownValue } from './members.ts'

/**
 * Function that returns a value of a JSON body with its defaults filled in; `name` is its location.
 * It throws 400.
 */
type BodyReader = (raw: unknown, name: string) => unknown

/**
 * Builds a reader of a JSON body from its schema. The schema may have objects, lists, unions of
 * objects with a constant member (or one of a few) as discriminator, and values of the kinds that parameters have.
 */
export function bodyReader(schema: TSchema): (raw: unknown) => unknown {
  const read = readerOf(schema)
  return (raw) => read(raw, '')
}

function readerOf(schema: TSchema): BodyReader {
  if (schema.type === 'object') return objectReader(schema)
  if (schema.type === 'array') return listReader(schema)
  if (schema.anyOf?.every(({ type }: TSchema) => type === 'object')) return choiceReader(schema)
  const kind = kindOf(schema)
  return (raw, name) => {
    if (!kind.accepts(raw)) throw refusal(name, kind, raw)
    return raw
  }
}

function objectReader({ properties, required = [] }: TSchema): BodyReader {
  const members = Object.entries<TSchema>(properties).map(([key, schema]) => ({
    key,
    schema,
    isRequired: required.includes(key),
    read: readerOf(schema),
  }))
  return (raw, name) => {
    checkObject(raw, name)
    const value: Record<string, unknown> = {}
    for (const { key, schema, isRequired, read } of members) {
      const path = name === '' ? key : `${name}.${key}`
      const given = ownValue(raw, key)
      const member = given === undefined ? absent(path, schema, isRequired) : read(given, path)
      if (member !== undefined) value[key] = member
    }
    return value
  }
}

function listReader({ items, minItems, maxItems }: TSchema): BodyReader {
  const read = readerOf(items)
  return (raw, name) => {
    if (!Array.isArray(raw) || raw.length < minItems || raw.length > maxItems)
      throw badRequest(
        `${name} must be a list of ${minItems} to ${maxItems} items, not ${quoteInput(raw)}`,
      )
    return raw.map((item, i) => read(item, `${name}[${i}]`))
  }
}

function choiceReader({ anyOf }: TSchema): BodyReader {
  const key = discriminators.find((one) =>
    anyOf.every(({ properties }: TSchema) => properties[one]),
  )
  if (key === undefined)
    throw new TypeError('internal error: a union of the contract has no discriminator')
  const readers = new Map<string, BodyReader>(
    anyOf.flatMap((schema: TSchema) => {
      const read = objectReader(schema)
      const { const: value, anyOf: values } = schema.properties[key]
      const names: TSchema[] = values ?? [{ const: value }]
      return names.map(({ const: name }) => [name, read])
    }),
  )
  const kind = oneOf([...readers.keys()])
  return (raw, name) => {
    checkObject(raw, name)
    const path = name === '' ? key : `${name}.${key}`
    const type = ownValue(raw, key)
    if (type === undefined) throw badRequest(`${path} is required`)
    const read = readers.get(type as string)
    if (!read) throw refusal(path, kind, type)
    return read(raw, name)
  }
}

/** Members whose value tells which object of a union a body is. */
const discriminators = ['type', 'eventType'] as const

function checkObject(raw: unknown, name: string): void {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return
  if (name === '') throw badRequest('The request body must be a JSON object')
  throw badRequest(`${name} must be an object, not ${quoteInput(raw)}`)
}
