import type { TObject } from '@sinclair/typebox'
import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import { ControlError } from './control-error.ts'

/** A request before it is looked at: texts in path and query, any JSON value as the body. */
export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * The parts of a request that the operation declares.
 * @throws ControlError naming the place of the first value that does not fit, and what would
 */
export async function readInput(
  { params, query, body }: ControlOperation,
  raw: RawInput,
): Promise<Record<string, unknown>> {
  return {
    ...(params && { params: await fitting(params, typed(params, raw.params)) }),
    ...(query && { query: await fitting(query, typed(query, raw.query)) }),
    ...(body && { body: await fitting(body, raw.body === undefined ? {} : raw.body) }),
  }
}

/** A value by a schema. @throws as {@link readInput} */
export async function fitting(
  schema: NonNullable<ControlOperation['body']>,
  value: unknown,
): Promise<unknown> {
  // Loaded only here: the checker is half of TypeBox, and most servers are never told anything.
  const { schemaProblem } = await import('../util/schema-problem.ts')
  const problem = schemaProblem(schema, value)
  if (!problem) return value
  const pointer = problem.pointer === '/' ? '' : problem.pointer
  const place = pointer === '' ? 'the body' : pointer
  throw new ControlError('bad_request', `${place} ${problem.reason}`, {
    pointer,
    expected: problem.expected,
  })
}

/** Path and query are text; where a schema wants a number, text that is one becomes it. */
const typed = ({ properties }: TObject, values: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => {
      const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
      const isNumber = type === 'integer' && /^-?(?:0|[1-9]\d{0,15})$/.test(String(value))
      return [name, isNumber ? Number(value) : value]
    }),
  )
