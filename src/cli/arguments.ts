import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, options, readConfig, type Source } from '../config.ts'

export const commandNames = ['start', 'build', 'health', 'openapi', 'version', 'help'] as const

export interface Arguments {
  readonly command: (typeof commandNames)[number]
  readonly config: Config
}

/**
 * The command and its configuration: flag, then `SNOWGLOBE_*`, then the file of `--config`.
 * @throws ConfigError naming the flag, variable or file entry that is wrong
 */
export function readArguments(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Arguments {
  const { flags, words } = split(argv)
  if (flags.has('help')) return { command: 'help', config: readConfig([]) }
  if (flags.has('version')) return { command: 'version', config: readConfig([]) }
  const [word = 'start', extra] = words
  const command = commandNames.find((name) => name === word)
  if (!command) throw new ConfigError(`there is no command ${word}; see snowglobe --help`)
  if (extra !== undefined) throw new ConfigError(`${command} takes no argument, not ${extra}`)
  const file = flags.get('config') ?? env.SNOWGLOBE_CONFIG
  return {
    command,
    config: readConfig([
      { nameOf: ({ flag }) => `--${flag}`, textOf: ({ flag }) => flags.get(flag) },
      { nameOf: ({ env: name }) => name, textOf: ({ env: name }) => env[name] },
      ...(file === undefined ? [] : [fileSource(file)]),
    ]),
  }
}

const knownFlags = new Set([...options.map(({ flag }) => flag), 'config', 'help', 'version'])

/** `--flag value`, `--flag=value`, and a bare `--flag`, which means true. */
function split(argv: readonly string[]): { flags: Map<string, string>; words: string[] } {
  const flags = new Map<string, string>()
  const words: string[] = []
  let waiting: string | undefined
  const { tokens } = parseArgs({ args: [...argv], strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'option') {
      const name = token.rawName === '-h' ? 'help' : token.name
      if (!knownFlags.has(name)) throw new ConfigError(`there is no option ${token.rawName}`)
      flags.set(name, token.value ?? '')
      waiting = token.value === undefined && takesValue(name) ? name : undefined
    } else if (token.kind === 'positional') {
      if (waiting === undefined) words.push(token.value)
      else flags.set(waiting, token.value)
      waiting = undefined
    }
  }
  return { flags, words }
}

/** A switch takes a value only after `=`, so that `--index-enabled start` is no riddle. */
const takesValue = (flag: string): boolean =>
  flag === 'config' ||
  options.some((option) => option.flag === flag && typeof option.fallback !== 'boolean')

/** A JSON object with the names of the library's options. */
function fileSource(file: string): Source {
  const entries = readConfigFile(file)
  const unknown = Object.keys(entries).find((key) => !options.some((option) => option.key === key))
  if (unknown !== undefined) throw new ConfigError(`${file}: there is no option ${unknown}`)
  return {
    nameOf: ({ key }) => `${key} in ${file}`,
    textOf: ({ key }) => {
      const value = entries[key]
      if (value === undefined) return undefined
      return Array.isArray(value) ? value.join() : String(value)
    },
  }
}

function readConfigFile(file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigError(`${file}: / must be a JSON object`)
  return value as Record<string, unknown>
}
