import { parseArgs } from 'node:util'
import { type Config, ConfigError, options, readConfig, type Source } from '../config.ts'
import { readJsonFile } from '../json-file.ts'

export const commandNames = [
  'start',
  'build',
  'check',
  'health',
  'openapi',
  'version',
  'help',
] as const

export interface Arguments {
  readonly command: (typeof commandNames)[number]
  readonly config: Config
  /** Whether `check` verifies all of what takes long, not only a sample. */
  readonly thorough: boolean
}

/**
 * The command and its configuration: flag, then `SNOWGLOBE_*`, then the file of `--config`.
 * @throws ConfigError naming the flag, variable or file entry that is wrong
 */
export function readArguments(argv: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const { flags, words } = split(argv)
  const thorough = flags.get('thorough') === 'true'
  if (flags.has('help')) return { command: 'help', config: readConfig([]), thorough }
  if (flags.has('version')) return { command: 'version', config: readConfig([]), thorough }
  const [word = 'start', extra] = words
  const command = commandNames.find((name) => name === word)
  if (!command) throw new ConfigError(`there is no command ${word}; see snowglobe --help`)
  if (extra !== undefined) throw new ConfigError(`${command} takes no argument, not ${extra}`)
  if (thorough && command !== 'check') throw new ConfigError(`${command} knows no --thorough`)
  const file = flags.get('config') ?? variable(env, 'SNOWGLOBE_CONFIG')
  return {
    command,
    thorough,
    config: readConfig([
      { nameOf: ({ flag }) => `--${flag}`, textOf: ({ flag }) => flags.get(flag) },
      { nameOf: ({ env: name }) => name, textOf: ({ env: name }) => variable(env, name) },
      ...(file === undefined ? [] : [fileSource(file)]),
    ]),
  }
}

/** An empty variable counts as absent: compose files and shells write one for "not set". */
const variable = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  env[name] || undefined

const isSwitch = (flag: string): boolean =>
  ['help', 'version', 'thorough'].includes(flag) ||
  options.some((option) => option.flag === flag && typeof option.fallback === 'boolean')

const knownFlags = new Set([
  ...options.map(({ flag }) => flag),
  ...['config', 'help', 'version', 'thorough'],
])

/** `--flag value`, `--flag=value`; a bare switch means true. */
function split(argv: readonly string[]): { flags: Map<string, string>; words: string[] } {
  const flags = new Map<string, string>()
  const words: string[] = []
  let bareSwitch: string | undefined
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      [...knownFlags].map((flag) => [
        flag,
        { type: isSwitch(flag) ? 'boolean' : 'string', ...(flag === 'help' && { short: 'h' }) },
      ]),
    ),
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind === 'option') {
      const { name, rawName, value } = token
      if (!knownFlags.has(name))
        throw new ConfigError(`there is no option ${rawName}; see snowglobe --help`)
      const isSeparateFlag = token.inlineValue === false && token.value.startsWith('--')
      if (isSeparateFlag || (value === undefined && !isSwitch(name)))
        throw new ConfigError(`${rawName} needs a value`)
      flags.set(name, value ?? 'true')
      bareSwitch = value === undefined ? name : undefined
    } else if (token.kind === 'positional') {
      // `--public-node false` reads like `--public-node=false`, since no command has such a name.
      if (bareSwitch !== undefined && ['true', 'false'].includes(token.value))
        flags.set(bareSwitch, token.value)
      else words.push(token.value)
      bareSwitch = undefined
    }
  }
  return { flags, words }
}

/** A JSON object with the names of the library's options. */
function fileSource(file: string): Source {
  const entries = readJsonFile(file)
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    throw new ConfigError(`${file}: / must be a JSON object`)
  const unknown = Object.keys(entries).find((key) => !options.some((option) => option.key === key))
  if (unknown !== undefined) throw new ConfigError(`${file}: there is no option ${unknown}`)
  return {
    nameOf: ({ key }) => `${key} in ${file}`,
    textOf: ({ key }) => asText((entries as Record<string, unknown>)[key]),
  }
}

function asText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return Array.isArray(value) ? value.join() : JSON.stringify(value)
}
