import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { didYouMean } from './nearest.ts'
import { quote } from './quote.ts'

/** First place at which a value does not fit its schema. */
export interface SchemaProblem {
  /** JSON pointer; `/` is the whole value. */
  readonly pointer: string
  /** Description of the allowed values. */
  readonly expected: string
  /** Description of the allowed values and the value found. */
  readonly reason: string
}

/**
 * Finds the first problem of a value.
 * @returns undefined when the value fits
 */
export function schemaProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  const error = firstError(schema, value)
  if (!error) return undefined
  const pointer = error.path || '/'
  const found = error.value === undefined && error.path === '' ? value : error.value
  switch (error.type) {
    case ValueErrorType.ObjectAdditionalProperties: {
      const known = Object.keys(error.schema.properties)
      const name = error.path.slice(error.path.lastIndexOf('/') + 1)
      return { ...unknownProperty(name, known, found), pointer }
    }
    case ValueErrorType.ObjectRequiredProperty: {
      const expected = allowed(error.schema)
      return { pointer, expected, reason: `is missing; it must be ${expected}` }
    }
    case ValueErrorType.Union: {
      const inner = problemOfMember(error.schema, found)
      if (inner)
        return { ...inner, pointer: `${error.path}${inner.pointer}`.replace(/(?<=.)\/$/, '') }
    }
  }
  const expected = allowed(error.schema)
  return { pointer, expected, reason: `must be ${expected}, found ${quote(found)}` }
}

/**
 * Returns the first error. When a property is missing, an unknown one of the same object comes
 * first, because it may be misspelt.
 */
function firstError(schema: TSchema, value: unknown): ValueError | undefined {
  let missing: ValueError | undefined
  for (const error of Value.Errors(schema, value)) {
    if (!missing && error.type !== ValueErrorType.ObjectRequiredProperty) return error
    missing ??= error
    // Errors of one object are adjacent, the missing properties first.
    if (parentOf(error.path) !== parentOf(missing.path)) return missing
    if (error.type === ValueErrorType.ObjectAdditionalProperties) return error
  }
  return missing
}

const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'))

/**
 * Returns the problem relative to the union member that a value was meant for. That is the only
 * member of its kind, the object whose constant the value names, or the only object with its
 * properties.
 */
function problemOfMember({ anyOf }: TSchema, value: unknown): SchemaProblem | undefined {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const members: TSchema[] = anyOf.filter(({ type }: TSchema) => type === kind)
  const [first] = members
  if (!first || kind === 'string') return undefined
  if (members.length === 1) return schemaProblem(first, value)
  const name = Object.keys(first.properties ?? {}).find((key) =>
    members.every(({ properties }) => properties?.[key]?.const !== undefined),
  )
  if (name === undefined) return problemByProperties(members, value)
  const constantOf = ({ properties }: TSchema) => properties[name].const
  const named = (value as Record<string, unknown>)[name]
  const meant = members.find((member) => constantOf(member) === named)
  if (meant) return schemaProblem(meant, value)
  const expected = `one of ${members.map(constantOf).join(', ')}`
  return { pointer: `/${name}`, expected, reason: `must be ${expected}, found ${quote(named)}` }
}

/** Does the same for unions whose objects share no distinguishing constant. */
function problemByProperties(members: TSchema[], value: unknown): SchemaProblem | undefined {
  const given = Object.keys(value as object)
  const propertiesOf = ({ properties }: TSchema) => Object.keys(properties ?? {})
  const meant = members.filter((member) => propertiesOf(member).some((key) => given.includes(key)))
  const [only, ...others] = meant
  if (only && others.length === 0) return schemaProblem(only, value)
  const known = [...new Set(members.flatMap(propertiesOf))]
  const unknown = given.find((key) => !known.includes(key))
  if (unknown === undefined || known.length === 0) return undefined
  return unknownProperty(unknown, known, (value as Record<string, unknown>)[unknown])
}

function unknownProperty(name: string, known: string[], found: unknown): SchemaProblem {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const hint = didYouMean(name, known)
  const names = known.join(', ')
  return {
    pointer,
    expected: `a known property${hint}: ${names}`,
    reason: `is not a known property${hint}; known are ${names || 'none'}; its value is ${quote(found)}`,
  }
}

/** Describes the values that a schema allows. */
function allowed(schema: TSchema): string {
  if (typeof schema.mustBe === 'string') return schema.mustBe
  if (Array.isArray(schema.anyOf)) {
    if (schema.anyOf.every((member: TSchema) => member.const !== undefined))
      return `one of ${schema.anyOf.map((member: TSchema) => member.const).join(', ')}`
    return schema.anyOf.map(allowed).join(' or ')
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema)}`
    case 'number':
      return `a number${range(schema)}`
    case 'string':
      return text(schema)
    case 'array':
      return `a list${items(schema)}`
    default:
      return `${schema.type === 'object' ? 'an' : 'a'} ${schema.type ?? 'value of another form'}`
  }
}

function range({ minimum, exclusiveMinimum, maximum }: TSchema): string {
  const from = minimum ?? exclusiveMinimum
  if (from === undefined && maximum === undefined) return ''
  const min = exclusiveMinimum === undefined ? `from ${minimum}` : `above ${exclusiveMinimum}`
  return maximum === undefined ? ` ${min}` : ` ${min} to ${maximum}`
}

function text({ description, pattern, minLength, maxLength }: TSchema): string {
  if (description !== undefined && pattern !== undefined)
    return `text: ${description.replace(/\.$/, '')} (${pattern})`
  if (pattern !== undefined) return `text that matches ${pattern}`
  if (maxLength === undefined) return 'text'
  return `text of ${minLength ?? 0} to ${maxLength} characters`
}

function items({ minItems, maxItems }: TSchema): string {
  if (minItems === undefined && maxItems === undefined) return ''
  return maxItems === undefined
    ? ` of at least ${minItems} items`
    : ` of ${minItems ?? 0} to ${maxItems} items`
}
