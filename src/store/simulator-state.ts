import { statement } from './statement.ts'
import type { WorldStore } from './world-store.ts'

/** State of the simulator that no interface shows, by part and key; values are JSON. */
export const stateTables = `
CREATE TABLE kept (
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (part, key)
) STRICT, WITHOUT ROWID;
`

/** One part of what is kept. Values are what JSON can hold: big numbers and bytes as text. */
export interface StateSlot<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  remove(key: string): void
}

const selectState = statement<{ part: string; key: string }, { value: string }>(
  'SELECT value FROM kept WHERE part = :part AND key = :key',
)

/** What can be asked for what is kept. */
export type StateReader = Pick<WorldStore, 'get'>

/** What is kept of a part under a key, as it is now. */
export function readState<Value>(store: StateReader, part: string, key: string): Value | undefined {
  const row = store.get(selectState, { part, key })
  return row && (JSON.parse(row.value) as Value)
}

/**
 * A part by its name, which starts with the network or chain that it belongs to. Read when it is
 * asked for the first time, remembered from then on, written at once.
 */
export function stateSlot<Value>(store: WorldStore, part: string): StateSlot<Value> {
  const known = new Map<string, Value | undefined>()
  const get = (key: string): Value | undefined => {
    if (!known.has(key)) known.set(key, readState(store, part, key))
    return known.get(key)
  }
  return {
    get,
    set(key, value) {
      const text = JSON.stringify(value)
      if (get(key) === undefined) store.insert('kept', { part, key, value: text })
      else store.update('kept', { part, key }, { value: text })
      known.set(key, value)
    },
    remove(key) {
      store.remove('kept', { part, key })
      known.set(key, undefined)
    },
  }
}

/** A list of which each item has a row: what an item costs does not grow with the list. */
export interface StateList<Value> {
  /** In the order in which they were added, by the key of their row. */
  entries(): ReadonlyMap<string, Value>
  add(value: Value): void
  set(key: string, value: Value): void
  remove(key: string): void
}

/** Keys sort as the numbers that they are. */
const keyDigits = 12

const selectPart = statement<{ part: string }, { key: string; value: string }>(
  'SELECT key, value FROM kept WHERE part = :part ORDER BY key',
)

/** A list by the name of its part. Read when it is asked for the first time, written at once. */
export function stateList<Value>(store: WorldStore, part: string): StateList<Value> {
  let known: Map<string, Value> | undefined
  const entries = () => {
    known ??= new Map(
      store.all(selectPart, { part }).map(({ key, value }) => [key, JSON.parse(value) as Value]),
    )
    return known
  }
  return {
    entries,
    add(value) {
      const last = [...entries().keys()].at(-1)
      const key = String(last === undefined ? 0 : Number(last) + 1).padStart(keyDigits, '0')
      store.insert('kept', { part, key, value: JSON.stringify(value) })
      entries().set(key, value)
    },
    set(key, value) {
      store.update('kept', { part, key }, { value: JSON.stringify(value) })
      entries().set(key, value)
    },
    remove(key) {
      store.remove('kept', { part, key })
      entries().delete(key)
    },
  }
}
