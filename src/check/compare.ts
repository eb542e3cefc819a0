/** A value of a column, or what it should be; bigints compare with their decimal text. */
export type ColumnValue = string | number | bigint | null

/** Columns of a row that hold something else than what follows from elsewhere. */
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

/** Whether two lists hold the same texts in the same order. */
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

/** Entries of two sets that only one of them has. */
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
