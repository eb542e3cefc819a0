import type { Schema, Variant } from '../../../src/formats/codec.ts'
import { union } from '../../../src/formats/layouts.ts'

/** Type id by name of a union. */
export function typeIdsOf(schema: Schema<unknown>): Record<string, number> {
  return Object.fromEntries(rowsOf(schema).map(({ name, typeId }) => [name, typeId]))
}

/** Each row of a union as a schema of its own, with its name: rows for `test.each`. */
export function variantsOf(schema: Schema<unknown>): [name: string, schema: Schema<unknown>][] {
  return rowsOf(schema).map((row) => [row.name, union(row)])
}

function rowsOf({ shape }: Schema<unknown>): readonly Variant[] {
  if (shape.kind !== 'union') throw new TypeError(`a ${shape.kind} has no type table`)
  return shape.variants
}

/** Schema inside a versioned schema. */
export function contentOf({ shape }: Schema<unknown>): Schema<unknown> {
  if (shape.kind !== 'versioned') throw new TypeError(`a ${shape.kind} has no version`)
  return shape.content
}
