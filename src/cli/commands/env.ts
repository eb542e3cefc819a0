import { addressVariable } from '../../config/client-variables.ts'
import type { Config } from '../../config/config.ts'
import { localAddress } from '../../config/local-address.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'

/** Prints lines for `eval "$(snowglobe env)"`. */
export async function printEnvironment(config: Config): Promise<number> {
  await print(`export ${addressVariable}='${localAddress(config)}'\n`)
  return exitCodes.stopped
}
