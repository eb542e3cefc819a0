import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { networks } from '../../src/networks/network.ts'
import { timeForm } from '../../src/time/time-text.ts'
import { oneOf } from '../scalars.ts'

/** Builds an object schema with exactly these properties. */
export const closed = <Properties extends Record<string, TSchema>>(
  properties: Properties,
  annotations: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...annotations })

/** Network name: `testnet` exists only in the Data API's paths; definitions say `fuji`. */
export const Network = oneOf(networks)

/** Number for each size of world. */
export const BySize = Type.Object(
  {
    small: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    medium: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  },
  { additionalProperties: false },
)

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  description: 'RFC 3339 in UTC, whole seconds',
})

/** Time of a chain in whole seconds: fractions are rounded down. */
export const ChainTime = Type.String({
  pattern: `^${timeForm}$`,
  description: 'ISO 8601 with Z or an offset; a fraction of a second is rounded down.',
  mustBe: 'a time such as 2026-01-15T12:00:00Z',
})

/** Name of 1 to 100 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 100 })

/** Name of a member of the cast. */
export const Member = Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' })
/** Name of a node; its keys follow from it. */
export const NodeName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' })

/**
 * Time that fits both networks: genesis, now or an upgrade, and days, hours or minutes from it. The
 * simulator delays it by up to an hour, so that not everything happens at once.
 */
export const RelativeTime = Type.String({
  pattern:
    '^(genesis|now|apricotPhase[1-6]|apricotPhasePre6|apricotPhasePost6|banff|cortina|durango' +
    '|etna|fortuna|granite)([+-]\\d{1,5}[dhm])?$',
  description: 'Such as banff+3d, now-5h or genesis',
})
export type RelativeTime = Static<typeof RelativeTime>
