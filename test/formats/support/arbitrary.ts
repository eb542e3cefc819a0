import fc from 'fast-check'
import { encode, type Fields, type Schema } from '../../../src/formats/codec.ts'

/** Values of a schema, small lists, edges of every integer included. */
export function arbitraryOf<T>(schema: Schema<T>): fc.Arbitrary<T> {
  return anyValueOf(schema) as fc.Arbitrary<T>
}

// Once: it has a table of all characters, which takes longer to make than most tests do.
const anyText = fc.string({ unit: 'binary', maxLength: 20 })

function anyValueOf(schema: Schema<unknown>): fc.Arbitrary<unknown> {
  const { shape } = schema
  switch (shape.kind) {
    case 'number':
      return fc.integer({ min: 0, max: shape.max })
    case 'bigint':
      return fc.bigInt({ min: shape.min, max: shape.max })
    case 'boolean':
      return fc.boolean()
    case 'fixed':
      return fc.uint8Array({ minLength: shape.length, maxLength: shape.length })
    case 'bytes':
      return fc.uint8Array({ maxLength: 40 })
    case 'text':
      return anyText
    case 'list':
      return fc.array(anyValueOf(shape.element), { maxLength: 3 })
    case 'struct':
      return record(shape.fields)
    case 'union':
      return fc.oneof(
        ...shape.variants.map(({ name, fields }) =>
          record(fields).map((value) => ({ type: name, ...value })),
        ),
      )
    case 'versioned':
      return anyValueOf(shape.content)
    case 'embedded':
      return anyValueOf(shape.content).map((value) =>
        Uint8Array.of(0, 0, ...encode(shape.content, value)),
      )
  }
}

function record(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const arbitraries = Object.entries(fields).map(([name, schema]) => [name, anyValueOf(schema)])
  return fc.record(Object.fromEntries(arbitraries), { noNullPrototype: true })
}
