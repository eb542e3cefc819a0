import { type Static, Type } from '@sinclair/typebox'
import { clockModes } from '../../src/clock-modes.ts'
import { fastestPace, isPace, paces } from '../../src/pace.ts'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { Duration, NetworkName, Time } from './scalars.ts'

const ClockMode = oneOf(clockModes)

/** The clock of a world as it is. */
export const ClockState = Type.Object(
  {
    mode: ClockMode,
    now: Time,
    rate: Type.Number({ description: 'World seconds a second while it runs.' }),
    pace: Type.Integer({ description: 'Everyday blocks a day and chain.' }),
    next: Type.Array(
      Type.Object({ time: Time, network: NetworkName, chain: Type.String(), what: Type.String() }),
      { description: 'The next ten things that are due, as things stand.' },
    ),
  },
  { $id: 'ClockState' },
)
export type ClockState = Static<typeof ClockState>

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

/** What came of an advance: `blocks` counts the new ones of each chain. */
export const Passed = Type.Object(
  {
    now: Time,
    head: Type.Integer(),
    blocks: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer())),
  },
  { $id: 'Passed' },
)
export type Passed = Static<typeof Passed>

const getClock = controlOperation({
  operationId: 'getClock',
  method: 'GET',
  path: '/_admin/clock',
  summary: 'The time of the world, how it passes, and what is due next',
  answer: ClockState,
})

const setClock = controlOperation({
  operationId: 'setClock',
  method: 'PUT',
  path: '/_admin/clock',
  summary: 'Sets the time, how it passes, and the pace of everyday life',
  description: 'A `now` later than the present lets the time between pass; an earlier one is 422.',
  body: ClockChange,
  answer: ClockState,
  errors: ['not_possible'],
})

const advanceClock = controlOperation({
  operationId: 'advanceClock',
  method: 'POST',
  path: '/_admin/clock/advance',
  summary: 'Lets time pass: everything due happens at its own time',
  description: 'Exactly one of `by` and `to`. More than 200,000 blocks: 422 that names a pace.',
  body: closed({ by: Type.Optional(Duration), to: Type.Optional(Time) }),
  answer: Passed,
  errors: ['not_possible'],
})

export const clockOperations = [getClock, setClock, advanceClock] as const

export const clockCalls = {
  get: call(getClock, noInput),
  set: call(setClock, (change: ClockChange) => ({ body: change })),
  /** @param by ISO 8601 duration, short text such as `90s` and `30d`, or milliseconds */
  advance: call(advanceClock, (by: string | number) => ({
    body: { by: typeof by === 'number' ? `PT${by / 1000}S` : by },
  })),
  /** @param time ISO 8601, UTC */
  advanceTo: call(advanceClock, (time: string) => ({ body: { to: time } })),
}
