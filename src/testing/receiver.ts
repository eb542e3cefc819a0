import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf, type WebhookKey } from '../webhooks/signature.ts'

/** Message that a receiver got. */
export interface ReceivedMessage {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Text of the body. */
  readonly body: string
  /** The same, parsed; undefined for a body that is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  readonly json: any
  /** Status of the response. */
  readonly status: number
}

/** Options of a receiver. */
export interface ReceiverOptions {
  /** Secret of the webhooks: a message with another signature gets 401 and is not listed. */
  readonly secret?: string
  /** Bytes of the secret that sign, as `--webhook-key` says. */
  readonly key?: WebhookKey
}

/** Server on loopback that receives the messages of webhooks. */
export interface Receiver {
  /** Address for webhooks. */
  readonly url: string
  /** Messages so far, in the order of arrival. */
  readonly messages: readonly ReceivedMessage[]
  /**
   * Returns the next message that no call has returned yet.
   * @param timeoutMs milliseconds to wait, by default 5,000
   * @throws when the time is over
   */
  next(timeoutMs?: number): Promise<ReceivedMessage>
  /** Answers messages from now on with this status; 200 before. */
  answer(status: number): void
  /** Ends the server and its connections. */
  close(): Promise<void>
}

/** Starts a receiver on a free port of loopback. */
export async function receive({ secret, key = 'hex' }: ReceiverOptions = {}): Promise<Receiver> {
  const messages: ReceivedMessage[] = []
  /** Calls that wait, in their order; each takes one message. */
  const waiting: ((message: ReceivedMessage) => void)[] = []
  let status = 200
  let returned = 0
  const server = createServer(async (request, response) => {
    const body = await textOf(request).catch(() => undefined)
    // The sender has left in the middle.
    if (body === undefined) return
    const isSigned =
      secret === undefined || request.headers['x-signature'] === signatureOf(body, secret, key)
    const sent = isSigned ? status : 401
    response.writeHead(sent, { connection: 'close' }).end()
    if (!isSigned) return
    const message = { headers: request.headers, body, json: parsed(body), status: sent }
    messages.push(message)
    const take = waiting.shift()
    if (!take) return
    returned++
    take(message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    messages,
    async next(timeoutMs = 5_000) {
      if (returned < messages.length) return messages[returned++] as ReceivedMessage
      return new Promise((resolve, reject) => {
        const take = (arrived: ReceivedMessage) => {
          clearTimeout(timer)
          resolve(arrived)
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(take), 1)
          reject(
            new Error(
              `no further message arrived within ${timeoutMs} ms; messages returned before: ${returned}`,
            ),
          )
        }, timeoutMs)
        waiting.push(take)
      })
    },
    answer(newStatus) {
      status = newStatus
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
