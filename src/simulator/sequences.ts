/** Numbers rows: 1, 2, 3 … for each table, over all networks and chains of a world. */
export interface Sequences {
  next(table: string): number
}

/** Sequences that start at 1. */
export function createSequences(): Sequences {
  const last = new Map<string, number>()
  return {
    next(table) {
      const number = (last.get(table) ?? 0) + 1
      last.set(table, number)
      return number
    },
  }
}
