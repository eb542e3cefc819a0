import {
  type Decoded,
  type Fields,
  FormatError,
  inside,
  type Schema,
  u16,
  u32,
  type Variant,
} from './codec.ts'
import type { ByteReader, ByteWriter } from './codec-buffers.ts'

type Flat<T> = { [K in keyof T]: T[K] }
type DecodedFields<F> = { readonly [K in keyof F]: Decoded<F[K]> }
type DecodedVariant<V> =
  V extends Variant<infer Name, infer F> ? Flat<{ readonly type: Name } & DecodedFields<F>> : never

/** Returns the layout of elements after their u32 count. */
export function list<T>(element: Schema<T>): Schema<readonly T[]> {
  if (element.minSize === 0)
    throw new TypeError('internal error: a list whose elements have no bytes has no bounded length')
  return {
    shape: { kind: 'list', element },
    minSize: 4,
    write(writer, values) {
      if (!Array.isArray(values)) throw new FormatError('', 'not a list')
      u32.write(writer, values.length)
      let index = 0
      try {
        for (; index < values.length; index++) element.write(writer, values[index])
      } catch (error) {
        throw inside(`[${index}]`, error)
      }
    },
    read(reader) {
      const count = u32.read(reader)
      if (count * element.minSize > reader.left)
        throw new FormatError('', `${count} elements do not fit into ${reader.left} bytes`)
      const values: T[] = []
      try {
        while (values.length < count) values.push(element.read(reader))
      } catch (error) {
        throw inside(`[${values.length}]`, error)
      }
      return values
    },
  }
}

/** Returns the layout of consecutive fields. Spread `...fields` of another layout to inline it. */
export function struct<const F extends Fields>(fields: F): Schema<Flat<DecodedFields<F>>> {
  const entries = Object.entries(fields)
  return {
    shape: { kind: 'struct', fields },
    minSize: totalSize(fields),
    write: (writer, value) => writeFields(writer, entries, value),
    read: (reader) => readFields(reader, entries, {}) as Flat<DecodedFields<F>>,
  }
}

/** Returns one row of a type table, for {@link union}. */
export function variant<const Name extends string, const F extends Fields>(
  typeId: number,
  name: Name,
  fields: F,
): Variant<Name, F> {
  return { typeId, name, fields }
}

/**
 * Returns the layout of a type table: u32 type id, then the fields of that type. Values carry its
 * name as `type`.
 */
export function union<const V extends readonly Variant[]>(
  ...variants: V
): Schema<DecodedVariant<V[number]>> {
  type Value = DecodedVariant<V[number]>
  const rows = variants.map((row) => ({ ...row, entries: Object.entries(row.fields) }))
  const byName = new Map(rows.map((row) => [row.name, row]))
  const byTypeId = new Map(rows.map((row) => [row.typeId, row]))
  return {
    shape: { kind: 'union', variants },
    minSize: 4 + Math.min(...variants.map((row) => totalSize(row.fields))),
    write(writer, value) {
      const name = (value as { type?: string } | null | undefined)?.type ?? ''
      const row = byName.get(name)
      if (!row) throw new FormatError('type', `'${name}' is not one of ${[...byName.keys()]}`)
      u32.write(writer, row.typeId)
      writeFields(writer, row.entries, value)
    },
    read(reader) {
      const typeId = u32.read(reader)
      const row = byTypeId.get(typeId)
      if (!row) throw new FormatError('type', `unknown type id ${typeId}`)
      return readFields(reader, row.entries, { type: row.name }) as Value
    },
  }
}

/**
 * Returns the layout of `content` after its u16 codec version, which is not part of the value.
 * Every top-level layout has it.
 */
export function versioned<T>(version: number, content: Schema<T>): Schema<T> {
  return {
    shape: { kind: 'versioned', version, content },
    minSize: 2 + content.minSize,
    write(writer, value) {
      u16.write(writer, version)
      content.write(writer, value)
    },
    read(reader) {
      const found = u16.read(reader)
      if (found !== version) throw new FormatError('version', `${found} instead of ${version}`)
      return content.read(reader)
    },
  }
}

/**
 * Returns the layout of a value of version 0 that stays encoded. In memory it is the whole bytes of
 * a transaction, on the wire the same without the version prefix. Reading checks the layout,
 * writing only the version.
 */
export function embedded(content: Schema<unknown>): Schema<Uint8Array> {
  return {
    shape: { kind: 'embedded', content },
    minSize: content.minSize,
    write(writer, value) {
      if (!(value instanceof Uint8Array)) throw new FormatError('', 'not bytes')
      if (value.length < 2 + content.minSize || value[0] !== 0 || value[1] !== 0)
        throw new FormatError('', 'not encoded with version 0')
      writer.append(value.subarray(2))
    },
    read(reader) {
      const start = reader.offset
      content.read(reader)
      const value = new Uint8Array(2 + reader.offset - start)
      value.set(reader.bytes.subarray(start, reader.offset), 2)
      return value
    },
  }
}

type Entries = readonly (readonly [name: string, schema: Schema<unknown>])[]
type Properties = Record<string, unknown>

function writeFields(writer: ByteWriter, entries: Entries, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new FormatError('', 'not an object')
  let field = ''
  try {
    for (const [name, schema] of entries) {
      field = name
      schema.write(writer, (value as Properties)[name])
    }
  } catch (error) {
    throw inside(field, error)
  }
}

function readFields(reader: ByteReader, entries: Entries, into: Properties): Properties {
  let field = ''
  try {
    for (const [name, schema] of entries) {
      field = name
      into[name] = schema.read(reader)
    }
  } catch (error) {
    throw inside(field, error)
  }
  return into
}

function totalSize(fields: Fields): number {
  return Object.values(fields).reduce((sum, schema) => sum + schema.minSize, 0)
}
