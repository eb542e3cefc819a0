import type {
  ControlInput,
  ControlOperation,
  ControlResponse,
} from '../../schemas/control/control-operation.ts'

/** Caller of an operation, as far as the operation needs it. */
export interface Caller {
  /** Tells whether the client has left: long work then ends at a complete state. */
  isGone(): boolean
  /** Marks a response during a clock advance: it shows the last complete state, of this time. */
  reportAdvance(reached: string): void
  /** Text by which a repeated request for a change is recognized, where replicas share a log. */
  readonly idempotencyKey?: string | undefined
  /** Marks a response that lacks what these replicas know. */
  reportMissing?(replicas: readonly string[]): void
  /** Marks the response of an earlier request with that text. */
  reportReplayed?(): void
}

/**
 * Functions of the operations of a group, by `operationId`. Each gets its input parsed by the
 * schemas and refuses with a `ControlError`.
 */
export type Group<Operations extends readonly ControlOperation[]> = {
  readonly [O in Operations[number] as O['operationId']]: (
    input: ControlInput<O>,
    caller: Caller,
  ) => Unchanging<ControlResponse<O>> | Promise<Unchanging<ControlResponse<O>>>
}

/** Deep read-only form of a response, which may contain shared values. */
type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
    : Value
