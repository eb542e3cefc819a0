import type { Config } from '../config.ts'
import { exitCodes } from './run.ts'

/** Asks the server on the configured port for its health, for the HEALTHCHECK of an image. */
export async function health({ host, port }: Config): Promise<number> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host
  const url = `http://${name}:${port}/v1/health-check`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    process.stdout.write(`${await response.text()}\n`)
    return response.ok ? exitCodes.stopped : exitCodes.failed
  } catch {
    process.stderr.write(`snowglobe: nothing answers at ${url}\n`)
    return exitCodes.failed
  }
}
