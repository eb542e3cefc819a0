import type { TSchema } from '@sinclair/typebox'

/**
 * Every field of a shape and of the shapes in it, each under the name of its own shape: wherever
 * a Utxo stands, its field is `Utxo.utxoId`. Keys of maps are `*`.
 */
export function fieldsOf(shape: TSchema, name: string): Set<string> {
  const fields = new Set<string>()
  const walk = (schema: TSchema, path: string) => {
    for (const variant of variantsOf(schema)) {
      const at = variant.$id ?? path
      for (const [key, member] of membersOf(variant)) {
        const below = `${at}.${key}`
        if (fields.has(below)) continue
        fields.add(below)
        walk(member, below)
      }
      if (variant.items) walk(variant.items, at)
    }
  }
  walk(shape, name)
  return fields
}

/** Takes the fields that a value has, in the words of {@link fieldsOf}, out of a set. */
export function removeFieldsIn(
  value: unknown,
  shape: TSchema,
  name: string,
  fields: Set<string>,
): void {
  const walk = (found: unknown, schemas: readonly TSchema[], path: string) => {
    if (Array.isArray(found)) {
      const items = schemas.flatMap(variantsOf).flatMap(({ items: item }) => item ?? [])
      for (const element of found) walk(element, items, path)
    } else if (typeof found === 'object' && found !== null)
      for (const variant of schemas.flatMap(variantsOf)) {
        const at = variant.$id ?? path
        for (const [key, member] of Object.entries(found)) {
          const known = variant.properties?.[key] as TSchema | undefined
          const [mapped] = Object.values(variant.patternProperties ?? {}) as TSchema[]
          const below = `${at}.${known ? key : '*'}`
          fields.delete(below)
          const schema = known ?? mapped
          if (schema) walk(member, [schema], below)
        }
      }
  }
  walk(value, [shape], name)
}

const variantsOf = (schema: TSchema): TSchema[] =>
  schema.anyOf ? (schema.anyOf as TSchema[]).flatMap(variantsOf) : [schema]

const membersOf = (schema: TSchema): [string, TSchema][] => [
  ...Object.entries((schema.properties ?? {}) as Record<string, TSchema>),
  ...Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>).map(
    (member): [string, TSchema] => ['*', member],
  ),
]
