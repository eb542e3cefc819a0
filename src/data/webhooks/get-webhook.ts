import { getWebhook } from '../../../schemas/data/webhooks.ts'
import { route } from '../../http/rest/route.ts'
import { toWebhookResponse } from '../../webhooks/webhook.ts'
import { findWebhook } from './webhooks-of.ts'

/** `GET /v1/webhooks/{id}` */
export const getWebhookRoute = route(getWebhook, (_world, { params }, { caller }) =>
  toWebhookResponse(findWebhook(caller, params.id)),
)
