import { getTeleporterMessage } from '../../../schemas/data/icm-lists.ts'
import { LiveTeleporterMessage } from '../../../schemas/data/live-icm.ts'
import { route } from '../../http/rest/route.ts'
import { toTeleporterMessage } from './message.ts'
import { messageById } from './message-by-id.ts'

/** `GET /v1/teleporter/messages/{messageId}`: with or without 0x; 404 for no message. G-36 */
export const getTeleporterMessageRoute = route(
  getTeleporterMessage,
  (world, { params }, { dialect }) =>
    toTeleporterMessage(world, messageById(world, params.messageId), dialect),
  { liveResponse: LiveTeleporterMessage },
)
