import { listTeleporterMessagesByAddress } from '../../../schemas/data/icm-lists.ts'
import { LiveTeleporterMessages } from '../../../schemas/data/live-icm.ts'
import { route } from '../../http/rest/route.ts'
import { toTeleporterMessage } from './message.ts'
import { messagesOfAddress } from './messages-of-address.ts'

/** `GET /v1/teleporter/addresses/{address}/messages`: from or to an address, newest first. G-27 */
export const listTeleporterMessagesByAddressRoute = route(
  listTeleporterMessagesByAddress,
  (world, input, { dialect }) => {
    const { rows, next } = messagesOfAddress(world, listTeleporterMessagesByAddress, input)
    return { ...next, messages: rows.map((row) => toTeleporterMessage(world, row, dialect)) }
  },
  { liveResponse: LiveTeleporterMessages },
)
