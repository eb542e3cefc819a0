import type { Dialect } from '../http/request/dialect.ts'
import type { RawValue } from './json-scanner.ts'
import { foldedName } from './json-text.ts'

/** Error for an argument of a wrong type. The node's message is the same for every argument. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
  constructor() {
    super(
      "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
    )
  }
}

/** Members of `params` in their order: names folded as by `foldedName`, values raw. */
export type Params = readonly (readonly [name: string, raw: RawValue])[]

/** Reader of one argument from raw JSON. */
export interface ArgumentReader<Value> {
  /** Value of an absent argument. */
  readonly absent: Value
  /**
   * Returns the value, or undefined if the argument keeps its value, which `null` usually means.
   * @throws ArgumentError
   */
  read(raw: RawValue, dialect: Dialect): Value | undefined
}

export type ArgumentReaders = Readonly<Record<string, ArgumentReader<unknown>>>

export type ArgumentsOf<Readers extends ArgumentReaders> = {
  [Name in keyof Readers]: Readers[Name] extends ArgumentReader<infer Value> ? Value : never
}

/**
 * Returns the members of `params`: of an object, or of the object that is the first element of an
 * array.
 * @param params absent when the request has none or says `null`
 * @throws ArgumentError for any other value
 */
export function readParams(params: RawValue | undefined): Params {
  const given = params?.text.startsWith('[') ? params.parts[0] : params
  if (given === undefined || given.text === 'null') return []
  if (!given.text.startsWith('{')) throw new ArgumentError()
  return given.parts.map((member) => [foldedName(member.name ?? ''), member])
}

/**
 * Reads arguments by the names of their readers. If several members share a name, the last one
 * holds, but each must have the right type.
 * @throws ArgumentError
 */
export function readArguments<Readers extends ArgumentReaders>(
  readers: Readers,
  params: Params,
  dialect: Dialect,
): ArgumentsOf<Readers> {
  const args: Record<string, unknown> = {}
  for (const [name, reader] of Object.entries(readers)) {
    args[name] = reader.absent
    for (const [given, raw] of params) {
      if (given !== name.toLowerCase()) continue
      const value = reader.read(raw, dialect)
      if (value !== undefined) args[name] = value
    }
  }
  return args as ArgumentsOf<Readers>
}
