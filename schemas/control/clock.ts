import { type Static, Type } from '@sinclair/typebox'
import { clockModes } from '../../src/time/clock-modes.ts'
import { fastestPace, isPace, paces } from '../../src/time/pace.ts'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, callAs, controlOperation, noInput } from './control-operation.ts'
import { Duration, NetworkName, Time } from './scalars.ts'

const ClockMode = oneOf(clockModes)

/** Numbers of blocks by network and chain. */
const BlockCounts = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()))

/**
 * Running clock advance; `reached` and `blocks` are those of the last complete state, which clients
 * read.
 */
export const AdvanceProgress = Type.Object(
  {
    from: Time,
    to: Time,
    reached: Time,
    blocks: BlockCounts,
    estimatedMs: Type.Integer({ description: 'Estimated milliseconds until the end.' }),
  },
  { $id: 'AdvanceProgress' },
)
export type AdvanceProgress = Static<typeof AdvanceProgress>

/** Current clock of a world. */
export const ClockState = Type.Object(
  {
    mode: ClockMode,
    now: Time,
    rate: Type.Number({ description: 'World seconds per second while the clock runs.' }),
    pace: Type.Integer({ description: 'Background blocks per day and chain.' }),
    next: Type.Array(
      Type.Object({ time: Time, network: NetworkName, chain: Type.String(), what: Type.String() }),
      { description: 'The next ten events.' },
    ),
    passing: Type.Optional(AdvanceProgress),
  },
  { $id: 'ClockState' },
)
export type ClockState = Static<typeof ClockState>

/** Change of the clock: the given fields. */
export const ClockChange = closed({
  mode: Type.Optional(ClockMode),
  now: Type.Optional(Time),
  rate: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3600 })),
  pace: Type.Optional(
    Type.Union(
      [
        oneOf(Object.keys(paces) as (keyof typeof paces)[]),
        Type.Integer({ minimum: 0, maximum: fastestPace }),
      ],
      { mustBe: isPace },
    ),
  ),
})
export type ClockChange = Static<typeof ClockChange>

/** Result of an advance: `blocks` counts the new ones of each chain. */
export const Passed = Type.Object(
  {
    now: Time,
    head: Type.Integer(),
    blocks: BlockCounts,
  },
  { $id: 'Passed' },
)
export type Passed = Static<typeof Passed>

/** Response to an advance that the request does not wait for. */
export const BegunAdvance = Type.Object({ passing: AdvanceProgress }, { $id: 'BegunAdvance' })
export type BegunAdvance = Static<typeof BegunAdvance>

const getClock = controlOperation({
  operationId: 'getClock',
  method: 'GET',
  path: '/_admin/clock',
  summary: 'Returns the time of the world, the mode of its clock, and the next events',
  response: ClockState,
})

const setClock = controlOperation({
  operationId: 'setClock',
  method: 'PUT',
  path: '/_admin/clock',
  summary: 'Sets the time, the mode and rate of the clock, and the pace of background traffic',
  description:
    'A later `now` advances the clock to it, at the new pace. An earlier one is a 422. A reset or a ' +
    'restored snapshot stops the advance, and the response is a 409.',
  body: ClockChange,
  response: ClockState,
  errors: ['conflict', 'not_possible'],
})

const advanceClock = controlOperation({
  operationId: 'advanceClock',
  method: 'POST',
  path: '/_admin/clock/advance',
  summary: 'Advances the clock: everything due happens at its own time',
  description:
    'Give either `by` or `to`. More than 200,000 blocks are a 422 that names a possible pace. ' +
    'Meanwhile reads show the last whole state, with `x-snowglobe-passing: TIME`, and changes wait. ' +
    'When the client disconnects, the advance stops at a whole state. With `wait: false` the ' +
    'response is a 202 at once, and the advance goes on without the client. A reset or a restored ' +
    'snapshot stops the advance, which is then a 409.',
  body: closed({
    by: Type.Optional(Duration),
    to: Type.Optional(Time),
    wait: Type.Optional(Type.Boolean({ default: true })),
  }),
  response: Passed,
  accepted: BegunAdvance,
  errors: ['conflict', 'not_possible'],
})

const stopAdvance = controlOperation({
  operationId: 'stopAdvance',
  method: 'DELETE',
  path: '/_admin/clock/passing',
  summary: 'Stops the clock advance at the next whole state',
  description:
    'The response comes when the advance has stopped, and also without one. The client that started ' +
    'the advance gets its end.',
})

/** Operations of the clock. */
export const clockOperations = [getClock, setClock, advanceClock, stopAdvance] as const

/** Starts a clock advance; with `wait: false` the response comes at its start. */
export interface Advance<To> {
  /** Advances the clock and returns the new blocks at the end. */
  (to: To, options?: { readonly wait?: true }): Promise<Passed>
  /** Starts to advance the clock and returns at once. */
  (to: To, options: { readonly wait: false }): Promise<BegunAdvance>
}

type Waiting = { readonly wait?: boolean }

/** Methods of the library for the clock. */
export const clockCalls = {
  get: call(getClock, noInput),
  set: call(setClock, (change: ClockChange) => ({ body: change })),
  /**
   * Advances the clock by a duration, and returns the new blocks.
   * @param by ISO 8601 duration, a number with s, m, h, d or w such as `30d`, or whole milliseconds
   */
  advance: callAs<Advance<string | number>>()(
    advanceClock,
    (by: string | number, { wait }: Waiting = {}) => ({
      body: {
        by:
          typeof by === 'number' && Number.isSafeInteger(by) && by >= 0
            ? `PT${by / 1000}S`
            : String(by),
        ...(wait === false && { wait }),
      },
    }),
  ),
  /**
   * Advances the clock to a time, and returns the new blocks.
   * @param time ISO 8601, UTC
   */
  advanceTo: callAs<Advance<string>>()(advanceClock, (time: string, { wait }: Waiting = {}) => ({
    body: { to: time, ...(wait === false && { wait }) },
  })),
  /** Stops the clock advance, whichever client started it. */
  stop: call(stopAdvance, noInput),
}
