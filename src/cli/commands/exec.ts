import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { addressVariable, tokenVariable } from '../../config/client-variables.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { serve } from '../serve.ts'
import { exitOnSignal } from '../signals.ts'

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Number that shells add to the signal that ended a command. */
const signalBase = 128

/**
 * Serves while a command runs. The command finds the address, and the token if one is needed, in
 * its environment.
 * @returns exit code of the command
 */
export async function exec(config: Config, [command = '', ...args]: readonly string[]) {
  const snowglobe = await exitOnSignal(exitCodes.stopped, () => serve(config))
  try {
    const { url, adminToken } = snowglobe
    // The command decides about its end: a terminal's Ctrl-C reaches it as well. The handlers are
    // set before its start, because it may be ready and get a signal before `spawn` returns.
    for (const signal of passedOn) process.on(signal, () => child.kill(signal))
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: {
        ...process.env,
        [addressVariable]: url,
        ...(adminToken !== undefined && { [tokenVariable]: adminToken }),
      },
    })
    const [code, signal] = await once(child, 'close')
    return code ?? signalBase + constants.signals[signal as NodeJS.Signals]
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing
      ? new ConfigError(`exec cannot run ${command}: no such program was found`)
      : error
  } finally {
    await snowglobe.close()
  }
}
