import { listIcmMessages } from '../../../schemas/data/icm.ts'
import { LiveIcmMessages } from '../../../schemas/data/live-evm.ts'
import { openPage } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { statement } from '../../store/statement.ts'
import { networkOf } from '../network.ts'
import { type IcmMessageRow, icmDeliveryJoin, icmMessageColumns, toIcmMessage } from './message.ts'

/** `GET /v1/icm/addresses/{address}/messages`: from or to an address, newest first. G-27 */
export const listIcmMessagesRoute = route(
  listIcmMessages,
  (world, { params: { address }, query }, { dialect }) => {
    const network = query.network && networkOf(query.network)
    const filters = [address.toLowerCase(), network]
    const page = openPage(world, { operation: listIcmMessages, filters }, query)

    const bindings = { address, before: page.key, limit: page.limit }
    const found =
      network === undefined
        ? world.all(selectMessagesBefore, bindings)
        : world.all(selectMessagesOfNetworkBefore, { ...bindings, network })
    const { rows, next } = page.cut(found, (row) => row.seq)
    return { ...next, messages: rows.map((row) => toIcmMessage(world, row, dialect)) }
  },
  { liveAnswer: LiveIcmMessages },
)

type Bindings = { address: string; before: number; limit: number }

const selection = (filter: string) => `
  SELECT ${icmMessageColumns}
  FROM icm_activity a
  CROSS JOIN icm_message m ON m.seq = a.seq
  ${icmDeliveryJoin}
  WHERE ${filter} a.address = :address AND a.seq < :before
  ORDER BY a.seq DESC
  LIMIT :limit`

const selectMessagesBefore = statement<Bindings, IcmMessageRow>(selection(''))

const selectMessagesOfNetworkBefore = statement<Bindings & { network: string }, IcmMessageRow>(
  selection('a.network = :network AND'),
)
