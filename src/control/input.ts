import type { TObject } from '@sinclair/typebox'
import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import { LogEntry } from '../../schemas/control/world-document.ts'
import type { SchemaProblem } from '../util/schema-problem.ts'
import { stepsInSlices } from '../world/storage/slices.ts'
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
  { params, query, body, logAt }: ControlOperation,
  raw: RawInput,
): Promise<Record<string, unknown>> {
  return {
    ...(params && { params: await fitting(params, typed(params, raw.params)) }),
    ...(query && { query: await fitting(query, typed(query, raw.query)) }),
    ...(body && { body: await fittingBody(body, raw.body === undefined ? {} : raw.body, logAt) }),
  }
}

type Schema = NonNullable<ControlOperation['body']>

/** A body whose log may have millions of entries. @throws as {@link readInput} */
async function fittingBody(
  schema: Schema,
  body: unknown,
  logAt: readonly string[] | undefined,
): Promise<unknown> {
  const log = logAt?.reduce(memberOf, body)
  if (!logAt || !Array.isArray(log)) return fitting(schema, body)
  await fitting(schema, withMember(body, logAt, []))
  const { schemaProblem } = await loadChecker()
  await stepsInSlices(
    (function* () {
      for (const [index, entry] of log.entries()) {
        refuseMisfit(schemaProblem(LogEntry, entry), `/${logAt.join('/')}/${index}`)
        yield
      }
    })(),
  )
  return body
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** A copy of an object with another value at the end of a path that there is. */
const withMember = (
  of: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): unknown => ({
  ...(of as object),
  [name]: rest.length === 0 ? value : withMember(memberOf(of, name), rest, value),
})

/** Loaded late: the checker is half of TypeBox, and most servers are never told anything. */
const loadChecker = () => import('../util/schema-problem.ts')

/** A value by a schema. @throws as {@link readInput} */
export async function fitting(schema: Schema, value: unknown): Promise<unknown> {
  const { schemaProblem } = await loadChecker()
  refuseMisfit(schemaProblem(schema, value), '')
  return value
}

/** @param at JSON pointer of what was looked at */
function refuseMisfit(problem: SchemaProblem | undefined, at: string): void {
  if (!problem) return
  const pointer = problem.pointer === '/' ? at : at + problem.pointer
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
