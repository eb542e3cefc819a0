import type {
  ControlOperation,
  ControlResponse,
} from '../../../schemas/control/control-operation.ts'
import { controlCalls } from '../../../schemas/control/operations.ts'
import type { RawInput } from '../input.ts'

/** Function that runs an operation, in this process or on a server. */
export type Send = (operation: ControlOperation, input: RawInput) => Promise<unknown>

/** Methods of the control plane: docs/control.md. */
export type ControlMethods = Methods<typeof controlCalls>

/** Methods for one world; `in` returns those for another world by its name. */
export type WorldMethods = ControlMethods & {
  /** Returns the methods for the world of this name. */
  in(name: string): WorldMethods
}

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

/** Method with a declared type. */
type Given = (...given: never[]) => Promise<unknown>

/** Builds the methods over a transport: they are the same for each. */
export const controlMethods = (send: Send): ControlMethods =>
  bind(controlCalls, send) as ControlMethods

/** Declared method, or methods below a name. */
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
