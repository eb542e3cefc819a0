import { packageVersion } from '../../util/package-files.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'

/** Prints the version of the package. */
export async function printVersion(): Promise<number> {
  await print(`${packageVersion()}\n`)
  return exitCodes.stopped
}
