import { getIcmMessage } from '../../../schemas/data/icm.ts'
import { LiveIcmMessage } from '../../../schemas/data/live-evm.ts'
import { route } from '../../http/rest/route.ts'
import { toIcmMessage } from './message.ts'
import { messageById } from './message-by-id.ts'

/** `GET /v1/icm/messages/{messageId}`: with or without 0x; 404 for no message. G-36 */
export const getIcmMessageRoute = route(
  getIcmMessage,
  (world, { params }, { dialect }) =>
    toIcmMessage(world, messageById(world, params.messageId), dialect),
  { liveResponse: LiveIcmMessage },
)
