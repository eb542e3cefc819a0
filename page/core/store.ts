import { useEffect, useState } from 'preact/hooks'

/** Value that components read and that draws them again when it changes. */
export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** Creates a store. Setting an equal value draws nothing. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a store, and draws the component again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState(0)
  const drawn = store.get()
  useEffect(() => {
    const unsubscribe = store.subscribe(() => draw((count) => count + 1))
    // The value may have changed between the first drawing and this effect.
    if (store.get() !== drawn) draw((count) => count + 1)
    return unsubscribe
  }, [store])
  return drawn
}
