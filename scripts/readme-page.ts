import { defaultWorld } from '../fixtures/default-world.ts'
import { type CommandHelp, commands } from '../src/cli/commands.ts'
import { options } from '../src/config/options.ts'
import { addressText, evmAddressText } from '../src/formats/addresses.ts'
import { openWallets } from '../src/simulator/accounts/wallets.ts'
import type { Snowglobe } from '../src/snowglobe.ts'
import { between, table } from './page.ts'

/** Returns docs/options.md with the program's table of options. */
export const withOptions = (page: string): string => between(page, 'options', optionTable())

/** Returns docs/command.md with the program's table of commands. */
export const withCommands = (page: string): string => between(page, 'commands', commandTable())

/** Returns fixtures/README.md with the addresses of the cast in the world. */
export const withCast = (page: string): string => between(page, 'cast', castTable())

/** Returns a page with the server's response after every curl command. */
export async function withResponses(page: string, server: Snowglobe): Promise<string> {
  const [head = '', ...rest] = page.split(/(?=^```sh\ncurl )/m)
  const parts = await Promise.all(
    rest.map(async (part) => {
      const found = /^```sh\n(curl .*?)\n```\n\n```(\w+)\n.*?\n```\n/s.exec(part)
      if (!found) throw new Error(`no answer follows ${part.slice(0, 80)}`)
      const [whole, command = '', language = ''] = found
      const response = await responseTo(command, server)
      const written = `\`\`\`sh\n${command}\n\`\`\`\n\n\`\`\`${language}\n${response}\n\`\`\`\n`
      return written + part.slice(whole.length)
    }),
  )
  return head + parts.join('')
}

/** Returns the output of `curl URL [-H header] [-d body] [| head -c N]`. */
async function responseTo(command: string, server: Snowglobe): Promise<string> {
  const url = /http:\/\/127\.0\.0\.1:9650(\/[^'\s]*)/.exec(command)?.[1]
  if (url === undefined) throw new Error(`no URL in ${command}`)
  const body = /-d '([^']*)'/.exec(command)?.[1]
  const header = /-H '([^:']+): ([^']*)'/.exec(command)
  const { payload } = await server.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    ...(header?.[1] && { headers: { [header[1]]: header[2] } }),
    ...(body !== undefined && { payload: body }),
  })
  const length = /\| head -c (\d+)$/.exec(command)?.[1]
  return payload.slice(0, length === undefined ? undefined : Number(length)).trimEnd()
}

function optionTable(): string {
  const rows = options.map(({ flag, takes, fallback, help }) => [
    `\`--${flag}\``,
    `\`${takes.replaceAll('|', '\\|')}\``,
    String(fallback ?? '') === '' ? '' : `\`${String(fallback)}\``,
    help,
  ])
  return table(['Option', 'Takes', 'Default', 'Meaning'], rows)
}

const commandTable = (): string =>
  table(
    ['Command', 'What it does'],
    Object.values<CommandHelp>(commands).map(({ usage, summary }) => [`\`${usage}\``, summary]),
  )

function castTable(): string {
  const rows = openWallets(defaultWorld.cast).map(({ name, address, evmAddress }) => [
    name,
    `\`${evmAddressText(evmAddress)}\``,
    `\`${addressText(address, 'avax')}\``,
    `\`${addressText(address, 'fuji')}\``,
  ])
  return table(['Name', 'EVM chains', 'P- and X-chain of mainnet', 'of fuji'], rows)
}
