import { ConfigError } from '../config/config.ts'
import { StateError } from '../store/state-error.ts'
import { exitCodes } from './exit-codes.ts'

/**
 * Tells on stderr what ended the process, in one line; the stack follows only when asked for.
 * @returns the exit code that belongs to it
 */
export function reportFailure(error: unknown, withStack: boolean): number {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`snowglobe: ${message}\n`)
  if (withStack && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`)
  if (error instanceof ConfigError) return exitCodes.badConfiguration
  return error instanceof StateError ? exitCodes.unusableState : exitCodes.failed
}
