import { ConfigError } from '../config/config.ts'
import { StateError } from '../store/state-error.ts'
import { errorText } from '../util/error-text.ts'
import { exitCodes } from './exit-codes.ts'
import { AddressInUseError } from './listen-error.ts'

/**
 * Reports on stderr the error that ended the process, in one line; the stack follows only on
 * request.
 * @returns exit code of the error
 */
export function reportFailure(error: unknown, withStack: boolean): number {
  const message = errorText(error)
  process.stderr.write(`snowglobe: ${message}\n`)
  if (withStack && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`)
  if (error instanceof ConfigError) return exitCodes.badConfiguration
  if (error instanceof AddressInUseError) return exitCodes.addressInUse
  return error instanceof StateError ? exitCodes.unusableState : exitCodes.failed
}
