import { listTeleporterMessages } from '../../../schemas/data/icm-lists.ts'
import { LiveTeleporterMessages } from '../../../schemas/data/live-icm.ts'
import { route } from '../../http/rest/route.ts'
import { findMessages } from './find-messages.ts'
import { toTeleporterMessage } from './message.ts'

/** `GET /v1/teleporter/messages`: newest first. G-27 */
export const listTeleporterMessagesRoute = route(
  listTeleporterMessages,
  (world, input, { dialect }) => {
    const { rows, next } = findMessages(world, listTeleporterMessages, input)
    return { ...next, messages: rows.map((row) => toTeleporterMessage(world, row, dialect)) }
  },
  { liveResponse: LiveTeleporterMessages },
)
