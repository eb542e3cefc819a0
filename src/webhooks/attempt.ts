import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { monotonicMs } from '../time/clock.ts'
import { errorText } from '../util/error-text.ts'
import { attemptTimeoutMs } from './schedule.ts'
import { hostOf, refusalOfAddress, type WebhookHosts } from './url-hosts.ts'

/** Bytes of a response that are read; the rest of a longer one is discarded. */
const maxResponseBytes = 64 * 1024

/** Request of one attempt. */
export interface AttemptRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Outcome of an attempt: a response, or the reason why there is none. */
export interface AttemptOutcome {
  readonly status?: number
  readonly error?: string
  readonly headers?: Readonly<Record<string, string>>
  /** At most 64 KiB of the response. */
  readonly body?: string
  readonly durationMs: number
}

/**
 * Sends a message once. The host is resolved once, and the connection goes to the address that was
 * checked. Redirects are not followed. It takes ten seconds at most, and never throws.
 * @param signal ends it early; its reason is the error of the outcome
 */
export async function attempt(
  request: AttemptRequest,
  hosts: WebhookHosts,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const startedAt = monotonicMs()
  const ended = (outcome: Omit<AttemptOutcome, 'durationMs'>): AttemptOutcome => ({
    ...outcome,
    durationMs: Math.round(monotonicMs() - startedAt),
  })
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new Error(`no response within ${attemptTimeoutMs / 1000} s`)),
    attemptTimeoutMs,
  )
  const stop = () => limit.abort(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    const url = new URL(request.url)
    const address = await orAbort(checkedAddress(url, hosts), limit.signal)
    return ended(await exchange(url, address, request, limit.signal))
  } catch (error) {
    return ended({ error: errorText(error) })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Resolves the host of a URL. @throws for an address to which nothing may go */
async function checkedAddress(url: URL, hosts: WebhookHosts): Promise<string> {
  const host = hostOf(url)
  const addresses = isIP(host)
    ? [host]
    : (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  const [address] = addresses
  if (address === undefined) throw new Error(`the host name ${host} has no address`)
  const refusal = refusalOfAddress(address, host, hosts)
  if (refusal !== undefined) throw new Error(refusal)
  return address
}

function exchange(
  url: URL,
  address: string,
  { headers, body }: AttemptRequest,
  signal: AbortSignal,
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const host = hostOf(url)
    const sent = (isSecure ? https : http).request({
      // A connection for each attempt: nothing of one receiver is left for the next.
      agent: false,
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { host: url.host, ...headers, 'content-length': String(Buffer.byteLength(body)) },
      ...(isSecure && isIP(host) === 0 && { servername: host }),
    })
    const end = (error: unknown) => {
      sent.destroy()
      reject(error)
    }
    const abort = () => end(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    sent.on('error', end)
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      end(new Error('the receiver switches the protocol, so it sends no response'))
    })
    sent.on('response', (response) => {
      // A response that has begun counts, however its body ends.
      signal.removeEventListener('abort', abort)
      const done = (text: string) => {
        sent.destroy()
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: text })
      }
      readStart(response, signal, done)
    })
    sent.end(body)
  })
}

/** Reads the first bytes of a response, until its end, its limit or the end of the time. */
function readStart(
  response: IncomingMessage,
  signal: AbortSignal,
  done: (text: string) => void,
): void {
  const pieces: Buffer[] = []
  let length = 0
  const end = () => done(Buffer.concat(pieces).subarray(0, maxResponseBytes).toString())
  response.on('data', (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
    if (length >= maxResponseBytes) end()
  })
  response.on('end', end)
  response.on('error', end)
  signal.addEventListener('abort', end, { once: true })
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )

function orAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
