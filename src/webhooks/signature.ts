import { createHmac } from 'node:crypto'

/** Bytes of a secret that sign: those that its hex digits mean, or its text. */
export type WebhookKey = 'hex' | 'text'

/** Returns the value of the header `x-signature`: HMAC-SHA256 of the body in base64. G-223 */
export const signatureOf = (body: string, secret: string, key: WebhookKey): string =>
  createHmac('sha256', Buffer.from(secret, key === 'hex' ? 'hex' : 'utf8'))
    .update(body)
    .digest('base64')
