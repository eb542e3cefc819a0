import { isName, Name } from '../../../schemas/control/scalars.ts'
import { badValue } from '../control-error.ts'
import type { Controls } from '../controls.ts'
import { controlMethods, type WorldMethods } from './control-methods.ts'

/** Returns the control plane of a server in this process. @param world undefined: the main world */
export const inProcess = (controls: Controls, world?: string): WorldMethods => ({
  ...controlMethods(async (operation, input) => {
    // As HTTP does with the header of a request.
    if (world !== undefined && !isName(world)) throw badValue('/name', world, Name.mustBe)
    // The copy matches HTTP: later changes by the caller have no effect, and `undefined` is left
    // out.
    return controls.of(world).perform(operation, JSON.parse(JSON.stringify(input)), {
      isGone: () => false,
      reportAdvance() {},
    })
  }),
  in: (name) => inProcess(controls, name),
})
