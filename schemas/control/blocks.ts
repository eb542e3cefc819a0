import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { Chain } from './actions/common.ts'
import { call, controlOperation } from './control-operation.ts'
import { NetworkName, Time } from './scalars.ts'

/** Background blocks to produce. */
export const WantedBlocks = closed({
  network: Type.Optional(NetworkName),
  chain: Chain,
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
})
export type WantedBlocks = Static<typeof WantedBlocks>

/** Height of the chain and state of the world afterwards. */
export const MadeBlocks = Type.Object(
  { head: Type.Integer(), now: Time, height: Type.Integer() },
  { $id: 'MadeBlocks' },
)
export type MadeBlocks = Static<typeof MadeBlocks>

const makeBlocks = controlOperation({
  operationId: 'makeBlocks',
  method: 'POST',
  path: '/_admin/blocks',
  summary: 'Makes blocks of background traffic on a chain, as fast as the rules of the chain allow',
  description:
    'World time advances by the time that the blocks need. When the client disconnects, the blocks ' +
    'made so far stay, and no more follow.',
  body: WantedBlocks,
  response: MadeBlocks,
  errors: ['not_possible'],
})

/** Operations of blocks on demand. */
export const blockOperations = [makeBlocks] as const

/** Method of the library for blocks on demand. */
export const blocksCall = call(makeBlocks, (wanted: WantedBlocks) => ({ body: wanted }))
