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

/** One part of the state. Values are JSON: big numbers and bytes as text. */
export interface StateSlot<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  remove(key: string): void
}

const selectState = statement<{ part: string; key: string }, { value: string }>(
  'SELECT value FROM kept WHERE part = :part AND key = :key',
)

/** Reader of the state. */
export type StateReader = Pick<WorldStore, 'get'>

/** Returns the current state of a part under a key. */
export function readState<Value>(store: StateReader, part: string, key: string): Value | undefined {
  const row = store.get(selectState, { part, key })
  return row && (JSON.parse(row.value) as Value)
}

/**
 * Returns a part by its name, which starts with the network or chain that it belongs to. Each value
 * is read on first use, then cached, and written at once.
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

/** A list with a row for each item: the cost of an item does not grow with the list. */
export interface StateList<Value> {
  /** Returns the items in insertion order, by the key of their row. */
  entries(): ReadonlyMap<string, Value>
  add(value: Value): void
  set(key: string, value: Value): void
  remove(key: string): void
}

/** Digits of a key, padded so that keys sort as numbers. */
const keyDigits = 12

const selectPart = statement<{ part: string }, { key: string; value: string }>(
  'SELECT key, value FROM kept WHERE part = :part ORDER BY key',
)

/** Returns a list by the name of its part. It is read on first use and written at once. */
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
