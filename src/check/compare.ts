import { quote } from '../util/quote.ts'

/** Longest text of a value: ids and hashes stay whole. */
const maxLength = 120

/** Found or expected value of a column; bigints compare with their decimal text. */
export type ColumnValue = string | number | bigint | null

/** Yields the columns of a row whose value differs from the one derived elsewhere. */
export function* differences(
  row: object,
  expected: Readonly<Record<string, ColumnValue>>,
): Generator<string> {
  for (const [column, value] of Object.entries(expected)) {
    const found = (row as Record<string, ColumnValue | undefined>)[column]
    const wanted = typeof value === 'bigint' ? String(value) : value
    const same =
      typeof found === 'number' ? Number(wanted) === found && wanted !== null : found === wanted
    if (!same) yield `${column} is ${quote(found, maxLength)}, not ${quote(value, maxLength)}`
  }
}

/** Yields the first difference between two lists of texts, with their order. */
export function* listDifference(
  path: string,
  found: readonly string[],
  expected: readonly string[],
): Generator<string> {
  if (found.join() === expected.join()) return
  const index = expected.findIndex((text, i) => text !== found[i])
  if (index >= 0)
    yield `${path} ${index} is ${quote(found[index], maxLength)}, not ${quote(expected[index], maxLength)}`
  else yield `${path} has ${found.length} entries, not ${expected.length}`
}

/** Yields the entries that only one of two sets has. */
export function* setDifference(
  path: string,
  found: ReadonlySet<string>,
  expected: ReadonlySet<string>,
): Generator<string> {
  for (const entry of expected) if (!found.has(entry)) yield `${path} does not contain ${entry}`
  for (const entry of found)
    if (!expected.has(entry)) yield `${path} contains ${entry}, but should not`
}
