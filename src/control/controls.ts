import type { ProcessMeters } from '../http/server/process-meters.ts'
import type { WorldHandle } from '../http/worlds/world-handle.ts'
import type { Worlds } from '../http/worlds/worlds.ts'
import { type Control, createControl } from './control.ts'
import { ControlError, noRoom, noWorld, orNoSpace } from './control-error.ts'

/** Control planes of all worlds of a server. */
export interface Controls {
  /**
   * Returns the control plane of a world.
   * @param name undefined: the main world
   * @throws ControlError when there is no such world and none may be created
   */
  of(name?: string): Control
}

/**
 * Creates the control planes.
 * @param operations names of all operations of the four interfaces
 */
export function createControls(
  worlds: Worlds,
  meters: ProcessMeters,
  operations: readonly string[],
): Controls {
  const known = new WeakMap<WorldHandle, Control>()
  const found = (name: string) => {
    try {
      return worlds.find(name)
    } catch (error) {
      throw orNoSpace(error)
    }
  }
  return {
    of(name) {
      const handle = name === undefined ? worlds.main : found(name)
      if (handle === 'unknown') throw noWorld(name)
      if (handle === 'unusable')
        throw new ControlError(
          'conflict',
          `the world ${name} cannot be used: ${worlds.unusable.get(name ?? '')}. To give it up, remove it with DELETE /_admin/worlds/${name}, or replace it with PUT`,
        )
      if (handle === 'full') throw noRoom(name)
      const control =
        known.get(handle) ?? createControl(handle, worlds, meters, operations, handle.logs)
      known.set(handle, control)
      return control
    },
  }
}
