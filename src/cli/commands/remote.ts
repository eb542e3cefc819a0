import type { Action } from '../../../schemas/control/actions/index.ts'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { tokenVariable } from '../../config/client-variables.ts'
import type { Config } from '../../config/config.ts'
import { readJsonFile, readJsonInput } from '../../config/json-file.ts'
import { connect } from '../../control/client/connect.ts'
import type { ControlMethods } from '../../control/client/control-methods.ts'
import { ControlError } from '../../control/control-error.ts'
import { withoutToken } from '../../control/http/safety.ts'
import type { Arguments } from '../arguments.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { serverAddress, unreachableText } from '../server-address.ts'

// Commands that use a running server. Their input is sent unchecked, because the server checks it.

/** Sends the actions of a file to a server, and prints their results. */
export async function act(parsed: Arguments): Promise<number> {
  const actions = (await contentOf(parsed)) as Action | Action[]
  return report(parsed, async (server) => pretty(await server.act(actions)))
}

/** Prints the world of a server as a document, in the bytes of its response. */
export const exportWorld = (parsed: Arguments): Promise<number> =>
  report(parsed, async (server) => JSON.stringify(await server.export()))

/** Replaces the world of a server by that of a file, and prints its new state. */
export async function importWorld(parsed: Arguments): Promise<number> {
  const document = (await contentOf(parsed)) as WorldDocument
  return report(parsed, async (server) => pretty(await server.import(document)))
}

const contentOf = ({ file }: Arguments): unknown =>
  file === undefined || file === '-' ? readJsonInput() : readJsonFile(file)

const pretty = (response: unknown): string => `${JSON.stringify(response, null, 2)}\n`

/**
 * Sends a request to a server and prints its response, or on standard error the reason of a
 * failure.
 */
async function report(
  { config, url, world }: Arguments,
  ask: (server: ControlMethods) => Promise<string>,
): Promise<number> {
  const address = serverAddress({ config, url })
  const server = connect(address, {
    ...(config.adminToken !== undefined && { token: config.adminToken }),
    ...(world !== undefined && { world }),
  })
  let response: string
  try {
    response = await ask(server)
  } catch (error) {
    process.stderr.write(`snowglobe: ${refusalText(error, address, config)}\n`)
    return exitCodes.failed
  }
  await print(response)
  return exitCodes.stopped
}

/** Formats code, message and the place in the input. */
function refusalText(error: unknown, address: string, { adminToken }: Config): string {
  if (!(error instanceof ControlError)) return unreachableText(error, address)
  if (error.message === withoutToken) return `${error.code}: ${tokenText(address, adminToken)}`
  const { pointer } = error.details ?? {}
  const isNamed = typeof pointer !== 'string' || error.message.startsWith(pointer)
  return `${error.code}: ${error.message}${isNamed ? '' : ` (${pointer})`}`
}

/** Says how a command gets the token: the text of the server names a header. */
const tokenText = (address: string, given: string | undefined): string =>
  given === undefined
    ? `the server at ${address} needs the token of its control plane; set it with ${tokenSetters}`
    : `the server at ${address} has another token than the one of ${tokenSetters}`

const tokenSetters = `--admin-token or ${tokenVariable}`
