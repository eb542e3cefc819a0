import { get as getPlainly } from 'node:http'
import { get as getEncrypted } from 'node:https'
import { text } from 'node:stream/consumers'
import { exitCodes } from '../exit-codes.ts'
import { type Addressed, serverAddress, unreachableText } from '../server-address.ts'

const timeoutMs = 2_000

/** Asks the server of a command for its health, for the HEALTHCHECK of an image. */
export async function health(parsed: Addressed): Promise<number> {
  const address = serverAddress(parsed)
  try {
    const { body, isWell } = await askHealth(address)
    process.stdout.write(`${body}\n`)
    return isWell ? exitCodes.stopped : exitCodes.failed
  } catch (error) {
    process.stderr.write(`snowglobe: ${unreachableText(error, address)}\n`)
    return exitCodes.failed
  }
}

/** Returns the health of the server at an address; rejects without a response. */
export async function askHealth(address: string) {
  const { status, body } = await request(new URL(`${address}/v1/health-check`))
  return { body, isWell: isHealthy(status, body) }
}

/** Tells whether a response means health; any other is of an ill server, or of no Snowglobe. */
function isHealthy(status: number | undefined, body: string): boolean {
  if (status !== 200) return false
  try {
    return JSON.parse(body)?.status === 'ok'
  } catch {
    return false
  }
}

/** Sends a request with node:http, since fetch refuses a list of ports. */
const request = (url: URL) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const get = url.protocol === 'https:' ? getEncrypted : getPlainly
    const signal = AbortSignal.timeout(timeoutMs)
    get(url, { signal, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    }).on('error', reject)
  })
