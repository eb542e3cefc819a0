import { type Static, Type } from '@sinclair/typebox'
import { networks } from '../../src/networks/network.ts'
import { WebhookResponse } from '../data/webhooks.ts'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'

const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })

/** Webhook of any owner, with what became of its messages. */
const OwnedWebhook = Type.Intersect(
  [
    WebhookResponse,
    Type.Object({
      owner: Type.Union([Type.String(), Type.Null()], {
        description: 'First characters of the API key; null without one.',
      }),
      waiting: Count,
      delivered: Count,
      failed: Count,
    }),
  ],
  { $id: 'OwnedWebhook' },
)
/** Webhook with its owner. */
export type OwnedWebhook = Static<typeof OwnedWebhook>

const states = ['waiting', 'delivered', 'failed', 'given-up'] as const

const deliveryFields = {
  id: Text,
  webhookId: Text,
  messageId: Text,
  eventType: Text,
  event: Type.String({ description: 'The sub-event, or transaction.' }),
  attempt: Type.Integer({ minimum: 1 }),
  due: Type.String({ description: 'By the clock of the world.' }),
  sentAt: Type.Optional(
    Type.String({ description: 'By the clock of the machine; absent before it is sent.' }),
  ),
  url: Text,
  status: Type.Optional(Type.Integer()),
  error: Type.Optional(Text),
  durationMs: Type.Optional(Count),
  state: oneOf(states),
}

/** Attempt to deliver a message. */
export const DeliveryRow = Type.Object(deliveryFields, { $id: 'Delivery' })
export type DeliveryRow = Static<typeof DeliveryRow>

const Headers = Type.Record(Type.String(), Type.String())

/** Attempt with the request and the response. */
export const WholeDelivery = Type.Object(
  {
    ...deliveryFields,
    request: Type.Object({ headers: Headers, body: Text }),
    response: Type.Optional(
      Type.Object({
        status: Type.Integer(),
        headers: Headers,
        body: Type.String({ description: 'Cut at 64 KiB.' }),
      }),
    ),
  },
  { $id: 'WholeDelivery' },
)
export type WholeDelivery = Static<typeof WholeDelivery>

const DeliveryPage = closed({
  webhookId: Type.Optional(Text),
  messageId: Type.Optional(Text),
  eventType: Type.Optional(Text),
  state: Type.Optional(oneOf(states)),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  pageToken: Type.Optional(Text),
})
/** Filter of the attempts and the page. */
export type DeliveryPage = Static<typeof DeliveryPage>

const Settling = closed({
  timeoutMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
})
/** How long to wait for messages. */
export type Settling = Static<typeof Settling>

const Replay = closed({
  network: Type.Optional(oneOf(networks)),
  chain: Text,
  txId: Type.Optional(Text),
  from: Type.Optional(Count),
  to: Type.Optional(Count),
})
/** Part of a chain about which messages are sent again. */
export type Replay = Static<typeof Replay>

const listAllWebhooks = controlOperation({
  operationId: 'listAllWebhooks',
  method: 'GET',
  path: '/_admin/webhooks',
  summary: 'The webhooks of all owners, oldest first',
  response: Type.Object({ webhooks: Type.Array(OwnedWebhook) }),
})

const replayMessages = controlOperation({
  operationId: 'replayMessages',
  method: 'POST',
  path: '/_admin/webhooks/{id}/replay',
  summary: 'Sends messages about what is on a chain already, as if it happened now',
  description:
    'Of a transaction, or of the blocks from one height to another. At most 1,000 messages, ' +
    'which have new ids.',
  params: Type.Object({ id: Text }),
  body: Replay,
  response: Type.Object({ messages: Count }),
  errors: ['not_found', 'not_possible'],
})

const listDeliveries = controlOperation({
  operationId: 'listDeliveries',
  method: 'GET',
  path: '/_admin/deliveries',
  summary: 'Attempts to deliver messages, newest first, those that are due later before them',
  query: DeliveryPage,
  response: Type.Object({
    deliveries: Type.Array(DeliveryRow),
    nextPageToken: Type.Optional(Text),
  }),
})

const settleDeliveries = controlOperation({
  operationId: 'settleDeliveries',
  method: 'POST',
  path: '/_admin/deliveries/settle',
  summary: 'Waits until nothing is left unsent that is due by the clock of the world',
  description:
    'Counts the attempts since the last time, and the messages that are due later. 409 with ' +
    '`details.waiting` when the time is over before (10 seconds unless `timeoutMs` says otherwise).',
  body: Settling,
  response: Type.Object({ delivered: Count, failed: Count, waiting: Count }),
  errors: ['conflict'],
})

const getDelivery = controlOperation({
  operationId: 'getDelivery',
  method: 'GET',
  path: '/_admin/deliveries/{id}',
  summary: 'An attempt with what was sent and what came back',
  params: Type.Object({ id: Text }),
  response: WholeDelivery,
  errors: ['not_found'],
})

const retryDelivery = controlOperation({
  operationId: 'retryDelivery',
  method: 'POST',
  path: '/_admin/deliveries/{id}/retry',
  summary: 'Sends a message again now, out of turn; its schedule stays unless that succeeds',
  params: Type.Object({ id: Text }),
  response: DeliveryRow,
  errors: ['not_found', 'conflict'],
})

/** Operations of webhooks and deliveries. */
export const webhookOperations = [
  listAllWebhooks,
  replayMessages,
  listDeliveries,
  settleDeliveries,
  getDelivery,
  retryDelivery,
] as const

/** Methods of the library for webhooks and deliveries. */
export const webhookCalls = {
  list: call(listAllWebhooks, noInput),
  replay: call(replayMessages, (id: string, what: Replay) => ({ params: { id }, body: what })),
}

/** Methods of the library for webhooks and deliveries. */
export const deliveryCalls = {
  list: call(listDeliveries, (filter: DeliveryPage = {}) => ({ query: filter })),
  get: call(getDelivery, (id: string) => ({ params: { id } })),
  settle: call(settleDeliveries, (options: Settling = {}) => ({ body: options })),
  retry: call(retryDelivery, (id: string) => ({ params: { id } })),
}
