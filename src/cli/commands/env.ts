import { addressVariable } from '../../config/client-variables.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { type Addressed, serverAddress } from '../server-address.ts'

/** Prints lines for `eval "$(snowglobe env)"`. */
export async function printEnvironment(parsed: Addressed): Promise<number> {
  // A quotation mark would end the word of the shell.
  const address = serverAddress(parsed).replaceAll("'", '%27')
  await print(`export ${addressVariable}='${address}'\n`)
  return exitCodes.stopped
}
