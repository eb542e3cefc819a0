import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/**
 * Every value of a shape by its path: `[]` for any element of a list, `*` for any key of a map,
 * and the name of the variant where a shape has several.
 */
export function leavesOf(schema: TSchema, path = ''): string[] {
  const variants = objectVariants(schema)
  if (variants.length > 0)
    return variants.flatMap((variant) => leavesOf(variant, `${path}<${nameOf(variant)}>`))
  if (schema.items) return leavesOf(schema.items, join(path, '[]'))
  if (schema.type !== 'object') return [path]
  const [mapped] = Object.values<TSchema>(schema.patternProperties ?? {})
  return [
    ...Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, member]) =>
      leavesOf(member, join(path, name)),
    ),
    ...(mapped ? leavesOf(mapped, join(path, '*')) : []),
  ]
}

/** The leaf that a path of a value means: `blocks.1.hash` is `blocks.[].hash`. */
export function leafAt(schema: TSchema, value: unknown, path: string): string {
  let shape: TSchema = schema
  let found = value
  let leaf = ''
  const choose = () => {
    const variants = objectVariants(shape)
    const fitting = variants.find((variant) => Value.Check(variant, found))
    if (!fitting) return
    shape = fitting
    leaf += `<${nameOf(fitting)}>`
  }
  choose()
  for (const step of path === '' ? [] : path.split('.')) {
    const member: TSchema | undefined =
      shape.items ??
      shape.properties?.[step] ??
      Object.values<TSchema>(shape.patternProperties ?? {})[0]
    if (!member) throw new Error(`the contract has no ${path}`)
    leaf = join(leaf, shape.items ? '[]' : shape.properties?.[step] ? step : '*')
    shape = member
    found = (found as Record<string, unknown> | undefined)?.[step]
    choose()
  }
  return leaf
}

const objectVariants = (schema: TSchema): TSchema[] =>
  ((schema.anyOf ?? []) as TSchema[])
    .flatMap((variant) => (variant.anyOf ? objectVariants(variant) : [variant]))
    .filter(({ type, items }) => type === 'object' || items !== undefined)

const nameOf = (schema: TSchema): string => schema.$id ?? schema.type

const join = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`)
