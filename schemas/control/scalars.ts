import { Type } from '@sinclair/typebox'
import { maxSeedLength } from '../../src/config/option-values.ts'
import { networks } from '../../src/networks/network.ts'
import type { OperationName } from '../operation-names.ts'
import { oneOf } from '../scalars.ts'

/** `mainnet` or `fuji`; `testnet` is a word of the Data API's paths alone. */
export const NetworkName = oneOf(networks, {
  title: 'Network',
  description: 'mainnet or fuji.',
})

/** Time as text; its reader refuses invalid ones: `src/control/parse-time.ts`. */
export const Time = Type.String({
  description: 'A time such as 2026-01-16T12:00:00Z; a date alone is its midnight in UTC.',
})

/** Duration as text; its reader refuses invalid ones: `src/time/durations.ts`. */
export const Duration = Type.String({
  description: 'A number with s, m, h, d or w (90s, 15m, 1h, 30d, 2w), or ISO 8601 (PT1H, P30D).',
})

/** Seed of a world. */
export const Seed = Type.String({ minLength: 1, maxLength: maxSeedLength })

const namePattern = '^[a-z0-9][a-z0-9-]{0,62}$'

/** What a name is, for messages. */
export const nameRule = 'a name: up to 63 of a-z, 0-9 and -, not beginning with -'

/** Name of a world, snapshot or rule. */
export const Name = Type.String({ pattern: namePattern, mustBe: nameRule })

/** Tells whether a text is a valid name of a world, snapshot or rule. */
export const isName = (text: string): boolean => wholeName.test(text)
const wholeName = new RegExp(namePattern)

/** The four interfaces: chain data, metrics, node info, node index. */
export const InterfaceName = oneOf(['data', 'metrics', 'info', 'index', 'chain'], {
  title: 'Interface',
  description: 'Chain data, metrics, and info, index or chains of the node.',
})

/** Glob of a path; its reader refuses invalid ones: `src/http/faults/path-glob.ts`. */
export const PathGlob = Type.String({
  title: 'Path',
  maxLength: 256,
  description:
    'A glob: * is text without a slash, ** as a whole segment any number of segments, ? a ' +
    'character, {a,b} either text, [a-z] a character of a set.',
})

/** Operation; its reader refuses unknown ones: `src/control/requests/refuse-match.ts`. */
export const OperationText = Type.Unsafe<OperationName>(
  Type.String({
    title: 'Operation',
    maxLength: 100,
    description: 'As in the contract: listErc20Transfers, info.peers.',
  }),
)
