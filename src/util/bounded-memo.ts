/**
 * Memo of the latest results: a map that empties itself where one more result would exceed its
 * size. All memos by content are of this kind. Memos of an object, such as a world at a revision, are
 * `memoizedPerObject`.
 */
export class BoundedMemo<Key, Value> {
  readonly #known = new Map<Key, Value>()
  readonly #max: number

  /** @param max maximum number of results */
  constructor(max: number) {
    this.#max = max
  }

  get(key: Key): Value | undefined {
    return this.#known.get(key)
  }

  /** @returns the value */
  set(key: Key, value: Value): Value {
    if (this.#known.size >= this.#max) this.#known.clear()
    this.#known.set(key, value)
    return value
  }
}
