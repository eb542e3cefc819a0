import { listIcmMessages } from '../../../schemas/data/icm.ts'
import { LiveIcmMessages } from '../../../schemas/data/live-evm.ts'
import { route } from '../../http/rest/route.ts'
import { toIcmMessage } from './message.ts'
import { messagesOfAddress } from './messages-of-address.ts'

/** `GET /v1/icm/addresses/{address}/messages`: from or to an address, newest first. G-27 */
export const listIcmMessagesRoute = route(
  listIcmMessages,
  (world, input, { dialect }) => {
    const { rows, next } = messagesOfAddress(world, listIcmMessages, input)
    return { ...next, messages: rows.map((row) => toIcmMessage(world, row, dialect)) }
  },
  { liveResponse: LiveIcmMessages },
)
