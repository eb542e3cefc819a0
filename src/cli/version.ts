import { packageVersion } from '../package-version.ts'
import { exitCodes } from './exit-codes.ts'

/** Prints the version of the package. */
export function printVersion(): number {
  process.stdout.write(`${packageVersion()}\n`)
  return exitCodes.stopped
}
