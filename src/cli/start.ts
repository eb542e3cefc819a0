import { monotonicMs } from '../clock.ts'
import type { Config } from '../config.ts'
import { createSnowglobe } from '../snowglobe.ts'
import { progressBar } from './progress-bar.ts'
import { exitCodes } from './run.ts'

/** Serves until SIGINT or SIGTERM; prints exactly one line on stdout, when it is ready. */
export async function start(config: Config): Promise<number> {
  try {
    const snowglobe = await createSnowglobe({ ...config, onBuildProgress: progressBar() })
    process.stdout.write(
      `snowglobe ready: ${snowglobe.url} (world ${snowglobe.fingerprint.slice(0, 8)}, ${Math.round(monotonicMs())} ms)\n`,
    )
    await signal()
    await snowglobe.close()
    return exitCodes.stopped
  } catch (error) {
    if (!isAddressInUse(error)) throw error
    process.stderr.write(
      `snowglobe: ${config.host}:${config.port} is in use; take another port with --port, or a free one with --port 0\n`,
    )
    return exitCodes.addressInUse
  }
}

const signal = () =>
  new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve())
  })

const isAddressInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
