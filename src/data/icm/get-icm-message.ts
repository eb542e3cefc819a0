import { getIcmMessage } from '../../../schemas/data/icm.ts'
import { LiveIcmMessage } from '../../../schemas/data/live-evm.ts'
import { notFound, shown } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { statement } from '../../store/statement.ts'
import { type IcmMessageRow, icmDeliveryJoin, icmMessageColumns, toIcmMessage } from './message.ts'

/** `GET /v1/icm/messages/{messageId}`: with or without 0x; 404 for no message. G-36 */
export const getIcmMessageRoute = route(
  getIcmMessage,
  (world, { params: { messageId } }, { dialect }) => {
    const row = world.get(selectMessage, { messageId: messageId.replace(/^0x/, '').toLowerCase() })
    if (!row) throw notFound(`Interchain message ${shown(messageId)} does not exist`)
    return toIcmMessage(world, row, dialect)
  },
  { liveAnswer: LiveIcmMessage },
)

const selectMessage = statement<{ messageId: string }, IcmMessageRow>(`
  SELECT ${icmMessageColumns}
  FROM icm_message m
  ${icmDeliveryJoin}
  WHERE m.message_id = :messageId`)
