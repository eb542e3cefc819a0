import { listWebhooks } from '../../../schemas/data/webhooks.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { toWebhookResponse } from '../../webhooks/webhook.ts'
import { webhooksOf } from './webhooks-of.ts'

/** `GET /v1/webhooks`: those of the key, oldest first. */
export const listWebhooksRoute = route(listWebhooks, (world, { query }, { caller }) => {
  const { owner } = caller
  const filters = [owner, query.status]
  const page = openPage(world, { operation: listWebhooks, filters, order: 'asc' }, query)
  const found = webhooksOf(caller).store.list(owner, page.key, page.limit, query.status)
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  return { ...next, webhooks: rows.map(toWebhookResponse) }
})
