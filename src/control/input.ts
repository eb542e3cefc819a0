import type { TObject } from '@sinclair/typebox'
import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import { LogEntry } from '../../schemas/control/world-document.ts'
import { parseJson } from '../util/bounded-json.ts'
import type { SchemaProblem } from '../util/schema-problem.ts'
import { yieldToEventLoop } from '../util/yield-to-event-loop.ts'
import { stepsInSlices } from '../world/storage/slices.ts'
import { ControlError } from './control-error.ts'

/** Request before validation: texts in path and query, any JSON value as the body. */
export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * Reads the parts of a request that the operation declares.
 * @throws ControlError naming the place of the first wrong value, and the expected one
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

/** Checks a body whose log may have millions of entries. @throws as {@link readInput} */
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
        const at = `/${logAt.join('/')}/${index}`
        refuseTooMany(entry, at)
        refuseMisfit(schemaProblem(LogEntry, entry), at)
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

/** Copies an object with another value at the end of an existing path. */
const withMember = (
  of: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): unknown => ({
  ...(of as object),
  [name]: rest.length === 0 ? value : withMember(memberOf(of, name), rest, value),
})

/** Loads the checker late: it is half of TypeBox, and most servers never get a control request. */
const loadChecker = () => import('../util/schema-problem.ts')

/** Checks a value against a schema. @throws as {@link readInput} */
export async function fitting(schema: Schema, value: unknown): Promise<unknown> {
  const { schemaProblem } = await loadChecker()
  const isLarge = valuesIn(value, largeValues) === largeValues
  refuseTooMany(value, '')
  refuseMisfit(schemaProblem(schema, value), '')
  if (isLarge) await yieldToEventLoop()
  return value
}

/** G-190: maximum number of values in an input, or in an entry of a log. Their check is one step. */
const maxValues = 100_000

/** Number of values whose check takes so long that other requests are served after it. */
const largeValues = 5_000

/** Counts the values in a value, itself included, up to a maximum. */
function valuesIn(value: unknown, max: number): number {
  const open = [value]
  let count = 0
  while (open.length > 0 && count < max) {
    count++
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inside: unknown[] = Array.isArray(next) ? next : Object.values(next)
    if (inside.length + open.length + count > max) return max
    for (const inner of inside) open.push(inner)
  }
  return count
}

/** @param at JSON pointer of the value */
function refuseTooMany(value: unknown, at: string): void {
  if (valuesIn(value, maxValues + 1) <= maxValues) return
  throw new ControlError(
    'bad_request',
    `${at === '' ? 'the body' : at} has more than ${maxValues} values`,
    { pointer: at, expected: `at most ${maxValues} values` },
  )
}

/**
 * Throws the refusal of a value with a problem.
 * @param at JSON pointer of the checked value
 */
function refuseMisfit(problem: SchemaProblem | undefined, at: string): void {
  if (!problem) return
  const pointer = problem.pointer === '/' ? at : at + problem.pointer
  const place = pointer === '' ? 'the body' : pointer
  throw new ControlError('bad_request', `${place} ${problem.reason}`, {
    pointer,
    expected: problem.expected,
  })
}

/**
 * Converts the texts of path and query. If a schema wants a number, a numeric text becomes one; if it
 * wants an object, the text is read as JSON. Other texts stay, and the schema refuses them.
 */
const typed = ({ properties }: TObject, values: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => {
      const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
      const isNumber = type === 'integer' && /^-?(?:0|[1-9]\d{0,15})$/.test(String(value))
      if (isNumber) return [name, Number(value)]
      return [name, type === 'object' && typeof value === 'string' ? parsed(value) : value]
    }),
  )

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
