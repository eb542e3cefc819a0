import type { TSchema } from '@sinclair/typebox'
import { fieldTexts } from '../../../schemas/field-texts.ts'

/** Any JSON object of the document. */
export type Json = { [key: string]: unknown }

/** Converts TypeBox schemas into those of an OpenAPI document and collects the named ones. */
export interface SchemaCollector {
  /** Returns the schema in the form of the document: a reference when it has a name. */
  schemaOf(schema: TSchema): Json
  /** Stores a schema of the document under a name and returns the reference to it. */
  name(name: string, schema: Json): Json
  /** Returns every named schema, by name. */
  components(): Json
}

/** Keywords with the same meaning in both; the others are specific to TypeBox or Snowglobe. */
const sharedKeywords = [
  'type',
  'const',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'default',
  'deprecated',
  'description',
] as const

/** Creates an empty collector for one document. */
export function createSchemaCollector(): SchemaCollector {
  const named = new Map<string, Json>()

  function name(name: string, schema: Json): Json {
    named.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  function schemaOf(schema: TSchema): Json {
    if (schema.$id === undefined) return plain(schema)
    // A default belongs to the use of the schema, so it stands beside the reference.
    const { $id, default: fallback, ...rest } = schema
    return {
      ...name($id, plain(rest as TSchema)),
      ...(fallback !== undefined && { default: fallback }),
    }
  }

  function plain(schema: TSchema): Json {
    const result: Json = {}
    for (const keyword of sharedKeywords)
      if (schema[keyword] !== undefined) result[keyword] = schema[keyword]
    if (schema.anyOf) Object.assign(result, alternatives(schema.anyOf))
    if (schema.items) result.items = schemaOf(schema.items)
    // A body may leave out a property with a default; responses have no defaults.
    const required = schema.required?.filter(
      (key: string) => schema.properties[key].default === undefined,
    )
    if (required?.length > 0) result.required = required
    if (schema.properties) result.properties = mapValues(schema.properties, memberOf)
    if (schema.additionalProperties === false) result.additionalProperties = false
    if (schema.patternProperties) Object.assign(result, mapOf(schema.patternProperties))
    return result
  }

  /** Returns the schema of a member, with the text of its name if it has none of its own. */
  function memberOf(schema: TSchema, name: string): Json {
    const member = schemaOf(schema)
    const text = member.$ref === undefined ? fieldTexts[name] : undefined
    return text === undefined ? member : { description: text, ...member }
  }

  function alternatives(schemas: TSchema[]): Json {
    if (schemas.every((schema) => schema.const !== undefined))
      return { type: schemas[0]?.type, enum: schemas.map((schema) => schema.const) }
    return { anyOf: schemas.map(schemaOf) }
  }

  /**
   * Builds the schema of a map. TypeBox writes a pattern for free keys too, even if it matches all
   * keys.
   */
  function mapOf(patternProperties: Record<string, TSchema>): Json {
    const patterns = mapValues(patternProperties, schemaOf)
    const any = patterns['^(.*)$']
    return any === undefined ? { patternProperties: patterns } : { additionalProperties: any }
  }

  return {
    schemaOf,
    name,
    components: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Returns an object with the same keys in the same order and other values. */
export const mapValues = <From, To>(
  object: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
