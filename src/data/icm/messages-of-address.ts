import type { listIcmMessages } from '../../../schemas/data/icm.ts'
import type { Input, Operation } from '../../../schemas/operation.ts'
import { openPage } from '../../http/rest/page.ts'
import { networkOf } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { type IcmMessageRow, icmDeliveryJoin, icmMessageColumns } from './message.ts'

/** Returns a page of the messages from or to an address, newest first. G-27 */
export function messagesOfAddress(
  world: World,
  operation: Pick<Operation, 'operationId'>,
  { params: { address }, query }: Pick<Input<typeof listIcmMessages>, 'params' | 'query'>,
): { rows: readonly IcmMessageRow[]; next: { nextPageToken?: string } } {
  const network = query.network && networkOf(query.network)
  const filters = [address.toLowerCase(), network]
  const page = openPage(world, { operation, filters }, query)

  const bindings = { address, before: page.key, limit: page.limit }
  const found =
    network === undefined
      ? world.all(selectMessagesBefore, bindings)
      : world.all(selectMessagesOfNetworkBefore, { ...bindings, network })
  return page.cut(found, (row) => row.seq)
}

type Bindings = { address: string; before: number; limit: number }

const selection = (filter: string) => `
  SELECT ${icmMessageColumns}
  FROM icm_activity a
  CROSS JOIN icm_message m ON m.seq = a.seq
  ${icmDeliveryJoin}
  WHERE ${filter} a.address = :address AND a.seq < :before
  ORDER BY a.seq DESC
  LIMIT :limit + 0`

const selectMessagesBefore = statement<Bindings, IcmMessageRow>(selection(''))

const selectMessagesOfNetworkBefore = statement<Bindings & { network: string }, IcmMessageRow>(
  selection('a.network = :network AND'),
)
