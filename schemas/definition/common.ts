import { Type } from '@sinclair/typebox'
import { networks } from '../../src/networks/network.ts'
import { oneOf } from '../scalars.ts'

/** `testnet` is only a word of the Data API's paths; definitions say `fuji`. */
export const Network = oneOf(networks)

/** A number for each size of world. */
export const BySize = Type.Object(
  {
    small: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    default: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  },
  { additionalProperties: false },
)

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  description: 'RFC 3339 in UTC, whole seconds',
})

export const Name = Type.String({ minLength: 1, maxLength: 100 })
