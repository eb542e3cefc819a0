import { type Static, Type } from '@sinclair/typebox'
import { pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { EvmAddress, NetworkParameter, withOptions } from '../scalars.ts'
import { getIcmMessage, IcmMessage, listIcmMessages } from './icm.ts'

/* Messages in extra operations: of all addresses, and under the older name of the protocol. */

const chainFilter = (side: string) =>
  Type.Optional(
    Type.String({
      description: `Only messages ${side} this chain: a base-58 blockchain id or an EVM chain id.`,
    }),
  )
const party = (side: string) =>
  Type.Optional(withOptions(EvmAddress, { description: `Only messages ${side} this address.` }))

/** IcmMessage under the older name, with the address of the messenger under both names. G-106 */
export const TeleporterMessage = Type.Object(
  { ...IcmMessage.properties, teleporterContractAddress: Type.String() },
  { $id: 'TeleporterMessage' },
)
export type TeleporterMessage = Static<typeof TeleporterMessage>

/** Messages by time of sending, or else of delivery, newest first. G-27 */
export const listAllIcmMessages = operation({
  operationId: 'listAllIcmMessages',
  method: 'GET',
  path: '/v1/icm/messages',
  computeUnits: 20,
  section: 'extra',
  tag: 'Interchain messages',
  summary: 'Interchain messages by chains, parties and network, newest first',
  params: Type.Object({}),
  query: Type.Object({
    ...pageQuery({ size: 10, max: 100 }),
    sourceBlockchainId: chainFilter('from'),
    destinationBlockchainId: chainFilter('to'),
    blockchainId: chainFilter('from or to'),
    to: party('to'),
    from: party('from'),
    network: Type.Optional(NetworkParameter),
  }),
  response: Type.Object({ ...nextPage, messages: Type.Array(IcmMessage) }),
  quirks: [pricesAreNumbers],
})

/** The older form of {@link listAllIcmMessages}. */
export const listTeleporterMessages = operation({
  ...listAllIcmMessages,
  operationId: 'listTeleporterMessages',
  path: '/v1/teleporter/messages',
  response: Type.Object({ ...nextPage, messages: Type.Array(TeleporterMessage) }),
})

/** The older form of {@link listIcmMessages}. */
export const listTeleporterMessagesByAddress = operation({
  ...listIcmMessages,
  operationId: 'listTeleporterMessagesByAddress',
  path: '/v1/teleporter/addresses/{address}/messages',
  section: 'extra',
  response: Type.Object({ ...nextPage, messages: Type.Array(TeleporterMessage) }),
})

/** The older form of {@link getIcmMessage}. */
export const getTeleporterMessage = operation({
  ...getIcmMessage,
  operationId: 'getTeleporterMessage',
  path: '/v1/teleporter/messages/{messageId}',
  section: 'extra',
  response: TeleporterMessage,
})
