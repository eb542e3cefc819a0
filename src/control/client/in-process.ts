import type { Controls } from '../controls.ts'
import { controlMethods, type WorldMethods } from './control-methods.ts'

/** The control plane of a server in this process. @param world undefined: the main one */
export const inProcess = (controls: Controls, world?: string): WorldMethods => ({
  ...controlMethods(async (operation, input) =>
    // As over HTTP: what the caller changes later changes nothing, and `undefined` is left out.
    controls.of(world).perform(operation, JSON.parse(JSON.stringify(input)), {
      isGone: () => false,
      showsPassing() {},
    }),
  ),
  in: (name) => inProcess(controls, name),
})
