import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { exitCodes } from './exit-codes.ts'

const patienceMs = 2_000

/** Asks the server on the configured port whether it is well, for the HEALTHCHECK of an image. */
export async function health({ host, port }: Config): Promise<number> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  try {
    const { status, body } = await request(name, port)
    process.stdout.write(`${body}\n`)
    return isWell(status, body) ? exitCodes.stopped : exitCodes.failed
  } catch {
    process.stderr.write(`snowglobe: nothing answers at ${name}:${port}\n`)
    return exitCodes.failed
  }
}

/** Whoever answers otherwise is ill, or is no Snowglobe. */
function isWell(status: number | undefined, body: string): boolean {
  if (status !== 200) return false
  try {
    return JSON.parse(body)?.status === 'ok'
  } catch {
    return false
  }
}

/** Through node:http, since fetch refuses a list of ports. */
const request = (host: string, port: number) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    get({ host, port, path: '/v1/health-check', signal, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    }).on('error', reject)
  })
