import type {
  DeliveryPage,
  DeliveryRow,
  OwnedWebhook,
  Replay,
  webhookOperations,
} from '../../schemas/control/webhooks.ts'
import { chainNamed } from '../http/scenarios/named-chain.ts'
import type { WorldHandle } from '../http/worlds/world-handle.ts'
import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'
import { statement } from '../store/statement.ts'
import type { Delivery } from '../webhooks/delivery-journal.ts'
import { type BlockOfWorld, toWebhookResponse, type Webhook } from '../webhooks/webhook.ts'
import type { QueuedMessage } from '../webhooks/webhook-store.ts'
import type { World } from '../world/world.ts'
import { badValue, ControlError, noChain } from './control-error.ts'
import { showDelivery, showWaiting, showWholeDelivery, waitingId } from './delivery-view.ts'
import type { Group } from './group.ts'
import { toRead } from './to-read.ts'

/** Maximum number of messages of a replay. */
const maxReplayed = 1_000

/** Milliseconds that settling takes at most, unless the request says otherwise. */
export const settleMs = 10_000

/** Builds the operations of webhooks and their deliveries: docs/control.md. G-230 */
export const webhookGroup = ({
  webhooks,
  scenarios,
  world,
}: WorldHandle): Group<typeof webhookOperations> => {
  const { store, journal, dispatcher } = webhooks

  function findWebhook(id: string): Webhook {
    const webhook = store.find(id)
    if (!webhook) throw new ControlError('not_found', `there is no webhook ${id}`)
    return webhook
  }

  /** Returns an attempt by its id: one that was made, or the next one of a waiting message. */
  function findDelivery(id: string): { delivery?: Delivery; message?: QueuedMessage } {
    const delivery = journal.find(id)
    const message = store.message(delivery?.message ?? Number(/^\d+/.exec(id)?.[0] ?? 0))
    if (delivery) return { delivery, ...(message && { message }) }
    if (message && waitingId(message) === id) return { message }
    throw new ControlError('not_found', `there is no delivery ${id}`)
  }

  return {
    listAllWebhooks: () => ({
      webhooks: store.all().map(
        (webhook): OwnedWebhook => ({
          ...toWebhookResponse(webhook),
          owner: store.prefixOf(webhook.owner),
          waiting: store.waitingOf(webhook.id),
          delivered: webhook.delivered,
          failed: webhook.failed,
        }),
      ),
    }),
    async replayMessages({ params: { id }, body }, caller) {
      const webhook = findWebhook(id)
      await toRead(scenarios.indexer, caller)
      const wanted = blocksOf(scenarios.indexer.view, body)
      const txId = body.txId?.toLowerCase()
      const isWanted = ({ of }: { of: string }) => txId === undefined || of.toLowerCase() === txId
      const result = await webhooks.replay(webhook, wanted, isWanted, maxReplayed)
      if (result === 'replaced')
        throw new ControlError(
          'conflict',
          'the world was replaced during the replay, and no message was sent; replay again',
        )
      if ('messages' in result) return result
      const height = result.tooManyFrom
      const limit = `more than ${maxReplayed} messages, the limit of one replay, and nothing was sent`
      throw new ControlError('not_possible', tooMany(wanted, body, height, limit), { height })
    },
    listDeliveries({ query }) {
      return page(query, {
        waiting: (before, limit) =>
          store.waitingBefore(before, limit).flatMap((message) => {
            const webhook = store.find(message.webhookId)
            const isHidden = !webhook || dispatcher.isInJournal(message.seq)
            return { place: message.seq, row: isHidden ? undefined : showWaiting(message, webhook) }
          }),
        made: (before) =>
          journal
            .before(before)
            .map(({ place, delivery }) => ({ place, row: showDelivery(delivery) })),
      })
    },
    async settleDeliveries({ body: { timeoutMs = settleMs } }) {
      const { due, ...counts } = await webhooks.settle(timeoutMs)
      if (due === 0) return counts
      throw unsentInTime(due, timeoutMs)
    },
    getDelivery({ params: { id } }) {
      const { delivery, message } = findDelivery(id)
      if (delivery) return showWholeDelivery(delivery)
      const { body = '' } = message ?? {}
      const webhook = findWebhook(message?.webhookId ?? '')
      return {
        ...showWaiting(message as QueuedMessage, webhook),
        request: { headers: {}, body },
      }
    },
    async retryDelivery({ params: { id } }) {
      const { delivery: last, message } = findDelivery(id)
      const known = message ?? (last && messageOf(last))
      if (!known) throw new ControlError('not_found', `there is no delivery ${id}`)
      if (dispatcher.isInFlight(known.seq))
        throw new ControlError('conflict', `message ${known.id} is being sent now; try again`)
      const delivery = await dispatcher.retry(known, findWebhook(known.webhookId))
      if (delivery) return showDelivery(delivery)
      // The control plane has a refusal of its own for a closed world.
      if (world.isClosed) throw new Error('the world is closed')
      throw new ControlError(
        'conflict',
        'the message was not sent, because the world was replaced; list the deliveries, and retry one that is there',
      )
    },
  }
}

/** Returns the refusal for messages that are due and were not sent in time. */
export const unsentInTime = (due: number, timeoutMs: number): ControlError =>
  new ControlError(
    'conflict',
    `${due} ${due === 1 ? 'message that is due was' : 'messages that are due were'} not delivered within ${timeoutMs} ms; see their attempts in GET /_admin/deliveries, or set a longer timeoutMs`,
    { waiting: due },
  )

/** Says what of a replay has too many messages, and how to replay it in parts. */
function tooMany(
  [first]: readonly BlockOfWorld[],
  { txId }: Replay,
  height: number,
  limit: string,
): string {
  if (txId !== undefined) return `the transaction ${txId} has ${limit}`
  return first?.height === height
    ? `block ${height} alone has ${limit}; replay single transactions of it with txId`
    : `the range has ${limit}; replay up to the block before height ${height}, then the rest`
}

/** Returns the message of an attempt that the queue no longer has. */
const messageOf = (delivery: Delivery): QueuedMessage => ({
  seq: delivery.message,
  id: delivery.messageId,
  webhookId: delivery.webhookId,
  event: delivery.event,
  body: delivery.request.body,
  dueMs: delivery.dueMs,
  attempts: delivery.attempt - 1,
})

interface ListedDelivery {
  readonly place: number
  readonly row: DeliveryRow | undefined
}

/** Returns a page over messages that wait, newest first, and then attempts, newest first. */
function page(
  { pageSize = 100, pageToken, ...filter }: DeliveryPage,
  lists: {
    readonly waiting: (before: number, limit: number) => readonly ListedDelivery[]
    readonly made: (before: number) => readonly ListedDelivery[]
  },
): { deliveries: DeliveryRow[]; nextPageToken?: string } {
  const [, list = 'waiting', text = ''] = /^(waiting|made)-(\d+)$/.exec(pageToken ?? '') ?? []
  if (pageToken !== undefined && text === '')
    throw badValue('/pageToken', pageToken, 'a token that this list returned')
  const found: { list: string; place: number; row: DeliveryRow }[] = []
  const isWanted = (row: DeliveryRow) =>
    Object.entries(filter).every(([name, value]) => row[name as keyof DeliveryRow] === value)
  const add = (name: string, listed: readonly ListedDelivery[]) => {
    for (const { place, row } of listed)
      if (row && found.length <= pageSize && isWanted(row)) found.push({ list: name, place, row })
  }
  let before = text === '' ? Number.MAX_SAFE_INTEGER : Number(text)
  if (list === 'waiting') {
    while (found.length <= pageSize) {
      const some = lists.waiting(before, pageSize + 1)
      add('waiting', some)
      const last = some.at(-1)
      if (some.length <= pageSize || !last) break
      before = last.place
    }
    before = Number.MAX_SAFE_INTEGER
  }
  add('made', lists.made(before))
  const listed = found.slice(0, pageSize)
  const last = listed.at(-1)
  return {
    deliveries: listed.map(({ row }) => row),
    ...(found.length > pageSize && last && { nextPageToken: `${last.list}-${last.place}` }),
  }
}

/** Returns the blocks that a replay names. @throws ControlError when there are none */
function blocksOf(world: World, wanted: Replay): BlockOfWorld[] {
  const { txId, from, to = from } = wanted
  if ((txId === undefined) === (from === undefined))
    throw badValue('', wanted, 'an object with either txId, or from and optionally to')
  const { network, chain } = chainOf(world, wanted)
  const isPrimary = chain === 'P' || chain === 'X'
  if (txId !== undefined) {
    const row = isPrimary
      ? world.get(selectPrimaryHeight, { network, chain, txId })
      : world.get(selectEvmHeight, { chain, txId: txId.toLowerCase() })
    if (!row && isPrimary && world.get(selectPrimary, { network, chain, txId }))
      throw new ControlError(
        'not_possible',
        `the transaction ${txId} of the X-chain is in a vertex, and webhooks send messages about blocks only`,
      )
    if (!row)
      throw new ControlError('not_possible', `chain ${wanted.chain} has no transaction ${txId}`)
    return [{ network, chain, height: row.height }]
  }
  const [first = 0, last = first] = [from, to]
  if (last < first) throw badValue('/to', to, `a height of ${first} or more`)
  const row = isPrimary
    ? world.get(selectPrimaryLast, { network, chain })
    : world.get(selectEvmLast, { chain })
  const end = Math.min(last, row?.height ?? -1)
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => ({
    network,
    chain,
    height: first + at,
  }))
}

/** Returns the network and the chain of a replay, an EVM chain by its id. @throws ControlError */
function chainOf(world: World, { network, chain }: Replay): { network: Network; chain: string } {
  const found = chainNamed(world, { ...(network && { network }), chain })
  if (!found) throw noChain(network, chain)
  const { evmChainId } = networkConstants[found.network]
  return { network: found.network, chain: found.chain === 'C' ? evmChainId : found.chain }
}

const selectPrimaryHeight = statement<
  { network: Network; chain: string; txId: string },
  { height: number }
>(`
  SELECT b.height FROM primary_transaction tx
  CROSS JOIN primary_block b
    ON b.network = tx.network AND b.chain = tx.chain AND b.block_id = tx.block_id
  WHERE tx.network = :network AND tx.chain = :chain AND tx.tx_id = :txId`)

const selectPrimary = statement<{ network: Network; chain: string; txId: string }, object>(`
  SELECT 1 FROM primary_transaction
  WHERE network = :network AND chain = :chain AND tx_id = :txId`)

const selectEvmHeight = statement<{ chain: string; txId: string }, { height: number }>(`
  SELECT block_number AS height FROM evm_transaction WHERE chain_id = :chain AND hash = :txId`)

const selectPrimaryLast = statement<{ network: Network; chain: string }, { height: number }>(`
  SELECT height FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

const selectEvmLast = statement<{ chain: string }, { height: number }>(`
  SELECT number AS height FROM evm_block WHERE chain_id = :chain ORDER BY number DESC LIMIT 1`)
