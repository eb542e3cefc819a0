import type { World } from './world.ts'

/**
 * Memoises a value computed from a world's rows until they change.
 * @param compute function that runs at the first call after each change
 */
export function perRevision<Value>(compute: (world: World) => Value): (world: World) => Value {
  const known = new WeakMap<World, { readonly revision: number; readonly value: Value }>()
  return (world) => {
    const found = known.get(world)
    if (found && found.revision === world.revision) return found.value
    const value = compute(world)
    known.set(world, { revision: world.revision, value })
    return value
  }
}
