import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Config } from '../../config/config.ts'
import { localHost } from '../../config/local-address.ts'
import { exitCodes } from '../exit-codes.ts'

const timeoutMs = 2_000

/** Asks the server on the configured port for its health, for the HEALTHCHECK of an image. */
export async function health(config: Config): Promise<number> {
  try {
    const { body, isWell } = await askHealth(config)
    process.stdout.write(`${body}\n`)
    return isWell ? exitCodes.stopped : exitCodes.failed
  } catch {
    process.stderr.write(
      `snowglobe: no server answers at ${localHost(config)}:${config.port}; start one, or set --port\n`,
    )
    return exitCodes.failed
  }
}

/** Returns the health of the server on the configured port; rejects without a response. */
export async function askHealth(config: Config) {
  const { status, body } = await request(localHost(config), config.port)
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
const request = (host: string, port: number) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    get({ host, port, path: '/v1/health-check', signal, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    }).on('error', reject)
  })
