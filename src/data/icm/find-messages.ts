import type { listAllIcmMessages } from '../../../schemas/data/icm-lists.ts'
import type { Input, Operation } from '../../../schemas/operation.ts'
import { openPage } from '../../http/rest/page.ts'
import { networkOf } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { type IcmMessageRow, icmDeliveryJoin, icmMessageColumns } from './message.ts'

/** Returns a page of the messages that pass the filters of a request, newest first. G-27 */
export function findMessages(
  world: World,
  operation: Pick<Operation, 'operationId'>,
  { query }: Pick<Input<typeof listAllIcmMessages>, 'query'>,
): { rows: readonly IcmMessageRow[]; next: { nextPageToken?: string } } {
  const { sourceBlockchainId, destinationBlockchainId, blockchainId, from, to } = query
  const network = query.network && networkOf(query.network)
  const filters = [
    ...[sourceBlockchainId, destinationBlockchainId, blockchainId, network],
    ...[from?.toLowerCase(), to?.toLowerCase()],
  ]
  const page = openPage(world, { operation, filters }, query)

  const bindings = {
    source: sourceBlockchainId ?? null,
    destination: destinationBlockchainId ?? null,
    either: blockchainId ?? null,
    sender: from ?? null,
    recipient: to ?? null,
    network: network ?? null,
    before: page.key,
    limit: page.limit,
  }
  const party = from ?? to
  const found =
    party === undefined
      ? world.all(selectMessages, bindings)
      : world.all(selectOfParty, { ...bindings, party })
  return page.cut(found, ({ seq }) => seq)
}

type Bindings = {
  source: string | null
  destination: string | null
  either: string | null
  sender: string | null
  recipient: string | null
  network: string | null
  before: number
  limit: number
}

/** Builds the condition for a chain by its base-58 id or its EVM chain id. */
const names = (side: 'source' | 'destination', chain: string) =>
  `(m.${side}_blockchain_id = ${chain} OR m.${side}_evm_chain_id = ${chain})`

const selection = (from: string, key: 'a.seq' | 'm.seq', condition = '') => `
  SELECT ${icmMessageColumns}
  FROM ${from}
  ${icmDeliveryJoin}
  WHERE ${condition} ${key} < :before
    AND (:source IS NULL OR ${names('source', ':source')})
    AND (:destination IS NULL OR ${names('destination', ':destination')})
    AND (:either IS NULL OR ${names('source', ':either')} OR ${names('destination', ':either')})
    AND (:sender IS NULL OR m.sender = :sender)
    AND (:recipient IS NULL OR m.recipient = :recipient)
    AND (:network IS NULL OR m.network = :network)
  ORDER BY ${key} DESC
  LIMIT :limit + 0`

const selectMessages = statement<Bindings, IcmMessageRow>(selection('icm_message m', 'm.seq'))

const selectOfParty = statement<Bindings & { party: string }, IcmMessageRow>(
  selection(
    'icm_activity a CROSS JOIN icm_message m ON m.seq = a.seq',
    'a.seq',
    'a.address = :party AND',
  ),
)
