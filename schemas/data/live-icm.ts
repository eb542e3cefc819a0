import { type Static, Type } from '@sinclair/typebox'
import { nextPage } from '../paging.ts'
import { TeleporterMessage } from './icm-lists.ts'
import { LiveIcmMessage } from './live-evm.ts'

/** TeleporterMessage in the live dialect. */
export const LiveTeleporterMessage = Type.Object(
  { ...TeleporterMessage.properties, ...LiveIcmMessage.properties },
  { $id: 'LiveTeleporterMessage' },
)
export type LiveTeleporterMessage = Static<typeof LiveTeleporterMessage>

/** Response of the lists of Teleporter messages. */
export const LiveTeleporterMessages = Type.Object({
  ...nextPage,
  messages: Type.Array(LiveTeleporterMessage),
})
