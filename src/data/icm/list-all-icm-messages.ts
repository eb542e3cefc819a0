import { listAllIcmMessages } from '../../../schemas/data/icm-lists.ts'
import { LiveIcmMessages } from '../../../schemas/data/live-evm.ts'
import { route } from '../../http/rest/route.ts'
import { findMessages } from './find-messages.ts'
import { toIcmMessage } from './message.ts'

/** `GET /v1/icm/messages`: newest first. G-27 */
export const listAllIcmMessagesRoute = route(
  listAllIcmMessages,
  (world, input, { dialect }) => {
    const { rows, next } = findMessages(world, listAllIcmMessages, input)
    return { ...next, messages: rows.map((row) => toIcmMessage(world, row, dialect)) }
  },
  { liveResponse: LiveIcmMessages },
)
