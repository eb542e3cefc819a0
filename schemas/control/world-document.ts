import { type Static, Type } from '@sinclair/typebox'
import { worldSizes } from '../../src/config/config.ts'
import { networks } from '../../src/networks/network.ts'
import { clockModes } from '../../src/time/clock-modes.ts'
import { fastestPace } from '../../src/time/pace.ts'
import { closed } from '../definition/common.ts'
import { WorldDefinition } from '../definition/world.ts'
import { oneOf } from '../scalars.ts'
import type { Action } from './actions/index.ts'
import { Seed } from './scalars.ts'

const Pace = Type.Integer({
  minimum: 0,
  maximum: fastestPace,
  description: 'Background blocks per day and chain.',
})

/** Time of the log: always with seconds, with milliseconds only if it has some. */
const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z$',
  description: 'RFC 3339 in UTC',
})

/** Clock advance, either requested or of a running clock. */
export const AdvanceEntry = closed({
  do: Type.Literal('pass'),
  to: Instant,
  pace: Pace,
  by: oneOf(['request', 'clock']),
})
export type AdvanceEntry = Static<typeof AdvanceEntry>

/** Actions of one request; the replay reads each action by its verb. */
export const ActEntry = closed({
  do: Type.Literal('act'),
  actions: Type.Unsafe<readonly Action[]>(Type.Array(Type.Object({ do: Type.String() }))),
  // Pace of background traffic while world time moves because a chain's rules demand it.
  pace: Pace,
})
export type ActEntry = Static<typeof ActEntry>

/** Requested background blocks. */
export const BlocksEntry = closed({
  do: Type.Literal('blocks'),
  network: oneOf(networks),
  chain: Type.String(),
  count: Type.Integer({ minimum: 1, maximum: 1000 }),
  pace: Pace,
})
export type BlocksEntry = Static<typeof BlocksEntry>

/** Change of a world after its definition's now. */
export const LogEntry = Type.Union([AdvanceEntry, ActEntry, BlocksEntry], {
  mustBe: 'an entry of a log, as an export has them',
})
export type LogEntry = Static<typeof LogEntry>

/** Mode and time of a world's clock. */
export const ClockSetting = closed({
  mode: oneOf(clockModes),
  now: Instant,
  rate: Type.Number({ minimum: 0.1, maximum: 3600 }),
  pace: Pace,
})
export type ClockSetting = Static<typeof ClockSetting>

/** World as a document: the log, replayed over definition and seed, yields the same bytes. */
export const WorldDocument = Type.Object(
  {
    format: Type.Literal(1),
    generatorVersion: Type.Integer(),
    /** Marks a document with keys of the author's own. */
    warning: Type.Optional(Type.String()),
    seed: Seed,
    size: oneOf(worldSizes),
    definition: WorldDefinition,
    clock: ClockSetting,
    log: Type.Array(LogEntry),
  },
  { $id: 'WorldDocument', additionalProperties: false },
)
export type WorldDocument = Static<typeof WorldDocument>
