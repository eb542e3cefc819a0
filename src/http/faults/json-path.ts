import { quote } from '../../util/quote.ts'

/** Error for a path that cannot be read; the message says what is expected, as in "not …". */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

/** Maximum characters of a path in a message. */
const maxQuoted = 40

type Step = string | number | typeof every

/** Step to all members or items. */
const every = Symbol('*')

const steps =
  /\.(?<name>[A-Za-z_$][\w$]*)|\['(?<quoted>[^'\\]*)'\]|\[(?<index>-?(?:0|[1-9]\d{0,8}))\]|(?<every>\.\*|\[\*\])/y

/**
 * Reads a JSON path of the steps `.name`, `['name']`, `[0]`, `[-1]`, `.*` and `[*]`. Without `..`
 * and filters, each value is visited once at most, so the time is that of reading the document.
 * @returns function that returns all values at the path
 * @throws JsonPathError
 */
export function jsonPath(path: string): (document: unknown) => unknown[] {
  const read = readSteps(path)
  return (document) =>
    read.reduce<unknown[]>((values, step) => values.flatMap((value) => at(value, step)), [document])
}

function readSteps(path: string): Step[] {
  if (!path.startsWith('$')) throw new JsonPathError('a JSON path, which begins with $')
  const found: Step[] = []
  for (let from = 1; from < path.length; from = steps.lastIndex) {
    steps.lastIndex = from
    const { name, quoted, index } = steps.exec(path)?.groups ?? unreadable(path, from)
    if (index !== undefined) found.push(Number(index))
    else found.push(name ?? quoted ?? every)
  }
  return found
}

function unreadable(path: string, from: number): never {
  throw new JsonPathError(
    `a JSON path whose steps are .name, ['name'], [0], [-1], .* or [*], but none of these begins ${quote(path.slice(from, from + maxQuoted))}`,
  )
}

function at(value: unknown, step: Step): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (step === every) return Array.isArray(value) ? value : Object.values(value)
  if (typeof step === 'number') {
    const item = Array.isArray(value) ? value.at(step) : undefined
    return item === undefined ? [] : [item]
  }
  const isMember = !Array.isArray(value) && Object.hasOwn(value, step)
  return isMember ? [(value as Record<string, unknown>)[step]] : []
}
