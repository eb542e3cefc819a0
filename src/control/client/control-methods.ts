import type {
  ControlOperation,
  ControlResponse,
} from '../../../schemas/control/control-operation.ts'
import { controlCalls } from '../../../schemas/control/operations.ts'
import type { RawInput } from '../input.ts'

/** Has an operation done, in this process or elsewhere. */
export type Send = (operation: ControlOperation, input: RawInput) => Promise<unknown>

/** The methods of the control plane: docs/control.md. */
export type ControlMethods = Methods<typeof controlCalls>

/** The methods for one world, and the same for another one by its name. */
export type WorldMethods = ControlMethods & { in(name: string): WorldMethods }

type Methods<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends {
    readonly method?: infer Method extends Given
  }
    ? Method
    : Calls[Name] extends {
          readonly operation: infer O extends ControlOperation
          readonly request: (...given: infer Arguments) => unknown
        }
      ? (...given: Arguments) => Promise<ControlResponse<O>>
      : Methods<Calls[Name]>
}

/** A method whose type was declared. */
type Given = (...given: never[]) => Promise<unknown>

/** The methods over a transport: the same for each. */
export const controlMethods = (send: Send): ControlMethods =>
  bind(controlCalls, send) as ControlMethods

/** A declared method, or methods below a name. */
export type Calls = { readonly [name: string]: Calls | DeclaredCall }

export interface DeclaredCall {
  readonly operation: ControlOperation
  readonly request: (...given: never[]) => unknown
}

const bind = (calls: Calls, send: Send): object =>
  Object.fromEntries(
    Object.entries(calls).map(([name, one]) => [
      name,
      isCall(one)
        ? async (...given: never[]) => send(one.operation, one.request(...given) as RawInput)
        : bind(one, send),
    ]),
  )

export const isCall = (one: Calls | DeclaredCall): one is DeclaredCall =>
  typeof one.request === 'function'
