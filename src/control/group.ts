import type {
  ControlInput,
  ControlOperation,
  ControlResponse,
} from '../../schemas/control/control-operation.ts'

/** Who asks, as far as an operation cares. */
export interface Caller {
  /** Whether nobody waits for the answer any more: what takes long then ends at a whole moment. */
  isGone(): boolean
  /** Told of what reads while time passes: the answer shows the last whole state, of this time. */
  showsPassing(reached: string): void
}

/**
 * What does the operations of a group: a function for each, by its `operationId`. It gets its input
 * read by the schemas, and refuses by a `ControlError`.
 */
export type Group<Operations extends readonly ControlOperation[]> = {
  readonly [O in Operations[number] as O['operationId']]: (
    input: ControlInput<O>,
    caller: Caller,
  ) => Unchanging<ControlResponse<O>> | Promise<Unchanging<ControlResponse<O>>>
}

/** An answer may be made of values that nobody is to change. */
type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
    : Value
