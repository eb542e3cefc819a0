import type { Config } from '../config/config.ts'
import type { InternalErrors } from '../http/server/internal-errors.ts'
import { openSnowglobe } from '../open-snowglobe.ts'
import type { Snowglobe } from '../types.ts'
import { orListenError } from './listen-error.ts'
import { progressBar } from './progress-bar.ts'

/**
 * Opens a server that shows the progress of its build, with the configured readers.
 * @param mustEnd called when the server can serve no longer
 * @throws AddressInUseError, ConfigError when it cannot listen at its address
 */
export async function serve(
  config: Config,
  errors?: InternalErrors,
  mustEnd: (reason: Error) => void = () => {},
): Promise<Snowglobe> {
  const warn = (text: string) => void process.stderr.write(`snowglobe: warning: ${text}\n`)
  const watching = {
    onBuildProgress: progressBar(),
    warn,
    verifiesBase: true,
    mustEnd,
    ...(errors && { errors }),
  }
  try {
    if (config.workers === 1) return await openSnowglobe(config, watching)
    const { Readers } = await import('../workers/readers.ts')
    return await openSnowglobe(config, watching, new Readers(config.workers))
  } catch (error) {
    throw orListenError(error, config)
  }
}
