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
    if (!same) yield `${column} is ${shown(found)}, not ${shown(value)}`
  }
}

/** Yields the first difference between two lists of texts, with their order. */
export function* listDifference(
  what: string,
  found: readonly string[],
  expected: readonly string[],
): Generator<string> {
  if (found.join() === expected.join()) return
  const index = expected.findIndex((text, i) => text !== found[i])
  if (index >= 0) yield `${what} ${index} is ${shown(found[index])}, not ${shown(expected[index])}`
  else yield `${what} has ${found.length} entries, not ${expected.length}`
}

/** Yields the entries that only one of two sets has. */
export function* setDifference(
  what: string,
  found: ReadonlySet<string>,
  expected: ReadonlySet<string>,
): Generator<string> {
  for (const entry of expected) if (!found.has(entry)) yield `${what} lacks ${entry}`
  for (const entry of found) if (!expected.has(entry)) yield `${what} has ${entry} for no reason`
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? `'${value}'` : String(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}
