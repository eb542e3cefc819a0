import type { Control } from '../control.ts'
import { type ControlMethods, controlMethods } from './control-methods.ts'

/** The control plane of a server in this process. */
export const inProcess = (control: Control): ControlMethods =>
  controlMethods((operation, input) =>
    // As over HTTP: what the caller changes later changes nothing, and `undefined` is left out.
    control.perform(operation, JSON.parse(JSON.stringify(input)), { isGone: () => false }),
  )
