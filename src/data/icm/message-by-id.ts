import { notFound, quoteInput } from '../../http/response/errors.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { type IcmMessageRow, icmDeliveryJoin, icmMessageColumns } from './message.ts'

/**
 * Returns the message of a path, whose id may begin with 0x.
 * @throws 404 when there is no such message. G-36
 */
export function messageById(world: World, messageId: string): IcmMessageRow {
  const row = world.get(selectMessage, { messageId: messageId.replace(/^0x/, '').toLowerCase() })
  if (!row) throw notFound(`Interchain message ${quoteInput(messageId)} does not exist`)
  return row
}

const selectMessage = statement<{ messageId: string }, IcmMessageRow>(`
  SELECT ${icmMessageColumns}
  FROM icm_message m
  ${icmDeliveryJoin}
  WHERE m.message_id = :messageId`)
