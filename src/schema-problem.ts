import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'

/** The first place at which a value does not fit its schema. */
export interface SchemaProblem {
  /** JSON pointer; `/` is the whole value. */
  readonly pointer: string
  /** What is allowed there, and what was found. */
  readonly reason: string
}

/** Undefined when the value fits. */
export function schemaProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  const error = Value.Errors(schema, value).First()
  if (!error) return undefined
  return { pointer: error.path || '/', reason: reasonOf(error, value) }
}

function reasonOf(error: ValueError, whole: unknown): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties)
    return `is no property, allowed are ${Object.keys(error.schema.properties).join(', ')}; found ${shown(error.value)}`
  if (error.type === ValueErrorType.ObjectRequiredProperty)
    return `is missing, must be ${allowed(error.schema)}`
  const found = error.value === undefined ? whole : error.value
  return `must be ${allowed(error.schema)}, found ${shown(found)}`
}

/** What a schema allows, in words. */
function allowed(schema: TSchema): string {
  if (Array.isArray(schema.anyOf)) {
    const values = schema.anyOf.map((member: TSchema) => member.const)
    return `one of ${values.join(', ')}`
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
  const least = exclusiveMinimum === undefined ? `from ${minimum}` : `above ${exclusiveMinimum}`
  return maximum === undefined ? ` ${least}` : ` ${least} to ${maximum}`
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

const shown = (value: unknown): string => {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 80 ? `${json.slice(0, 80)}…` : json
}
