import type { Snowglobe } from '../snowglobe.ts'
import { errorText } from '../util/error-text.ts'
import { exitCodes } from './exit-codes.ts'

/**
 * Lets SIGINT and SIGTERM end the process in good order during work that would otherwise not stop.
 * Listeners of `exit` remove unfinished files, such as a world that is being built.
 */
export async function exitOnSignal<Result>(
  code: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const exit = () => process.exit(code)
  process.on('SIGINT', exit)
  process.on('SIGTERM', exit)
  try {
    return await work()
  } finally {
    process.off('SIGINT', exit)
    process.off('SIGTERM', exit)
  }
}

/** Resolves at the first SIGINT or SIGTERM; a second one does not wait for the shutdown. */
export const firstSignal = () =>
  new Promise<void>((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) process.exit(exitCodes.stopped)
      isStopping = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })

/** Rereads the key file at SIGHUP; an unusable file leaves the old keys in force. */
export function rereadKeysOnHangUp(snowglobe: Snowglobe, file: string | undefined): void {
  // The hang-up of a terminal ends its programs, as usual, unless there is a file to read.
  if (file === undefined && process.stdout.isTTY) return
  process.on('SIGHUP', async () => {
    try {
      await snowglobe.reloadKeys()
      process.stderr.write(`snowglobe: ${reported(file)}\n`)
    } catch (error) {
      const message = errorText(error)
      process.stderr.write(`snowglobe: ${message}; the old keys remain in force\n`)
    }
  })
}

const reported = (file: string | undefined) =>
  file === undefined
    ? 'the server has no --keys file to read again'
    : `read the keys in ${file} again`
