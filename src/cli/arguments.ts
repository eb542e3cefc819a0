import { parseArgs } from 'node:util'
import { addressVariable } from '../config/client-variables.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { readConfig, refuseUnknownKeys, type Source } from '../config/config-reader.ts'
import { readJsonFile } from '../config/json-file.ts'
import { options } from '../config/options.ts'
import { didYouMean } from '../util/nearest.ts'
import { type CommandHelp, type CommandName, commandNames, commands } from './commands.ts'
import { readEnvironment } from './environment.ts'

/** Task of `log`, and the position that `show` may and `skip` must have. */
export interface LogTask {
  readonly task: 'schema' | 'show' | 'skip'
  readonly position: number | undefined
}

export interface Arguments {
  readonly command: CommandName
  /** Command whose help is printed; undefined: the help of all. */
  readonly topic: CommandName | undefined
  readonly config: Config
  /** Whether `check` verifies all of the slow rules, not only a sample. */
  readonly thorough: boolean
  /** Whether `cast` prints JSON. */
  readonly json: boolean
  /** Input of `act` and `import`: a file, or `-` for standard input. */
  readonly file: string | undefined
  /** What `log` does; without meaning for other commands. */
  readonly log: LogTask
  /** Server for commands that use a running one; undefined: that of host and port. */
  readonly url: string | undefined
  /** World for these commands; undefined: the main world. */
  readonly world: string | undefined
  /** Program for `exec`, with its arguments: everything after `--`. */
  readonly program: readonly string[]
  /** Ignored variables whose names begin with the prefix of Snowglobe. */
  readonly ignoredVariables: readonly string[]
}

/**
 * Reads the command and its configuration: flag, then `SNOWGLOBE_*`, then the file of `--config`.
 * @throws ConfigError naming the wrong flag, variable or file entry
 */
export function readArguments(argv: readonly string[], env: NodeJS.ProcessEnv): Arguments {
  const end = argv.indexOf('--')
  const program = end < 0 ? [] : argv.slice(end + 1)
  const { flags, words } = split(end < 0 ? argv : argv.slice(0, end))
  const asIs = {
    thorough: flags.get('thorough') === 'true',
    json: flags.get('json') === 'true',
    world: flags.get('world'),
    program,
    log: { task: 'show', position: undefined } as LogTask,
  }
  const [word = 'start', ...operands] = words
  const command = commandOf(word)
  if (flags.has('help') || flags.has('version') || command === 'help') {
    const isHelp = command === 'help' || flags.has('help')
    const [topic, more] = command === 'help' ? operands : words
    if (isHelp && command === 'help' && more !== undefined)
      throw new ConfigError(`help takes one command; remove ${more}`)
    return {
      ...asIs,
      command: isHelp ? 'help' : 'version',
      topic: topic === undefined ? undefined : commandOf(topic),
      file: undefined,
      url: undefined,
      config: readConfig([]),
      ignoredVariables: [],
    }
  }
  const readsFile = command === 'act' || command === 'import'
  const [file, extra] = readsFile ? operands : [undefined, ...(command === 'log' ? [] : operands)]
  if (readsFile && file === undefined)
    throw new ConfigError(
      `${command} needs a FILE.json, or - for standard input; see snowglobe help ${command}`,
    )
  if (extra !== undefined)
    throw new ConfigError(
      `${command} takes ${readsFile ? 'one argument; remove' : 'no argument; remove'} ${extra}; see snowglobe help ${command}`,
    )
  for (const flag of flags.keys())
    if (!takes(command, flag)) {
      const takers = commandNames.filter((name) => takes(name, flag)).join(', ')
      throw new ConfigError(`--${flag} is an option of ${takers}, not of ${command}`)
    }
  if (program.length > 0 && command !== 'exec')
    throw new ConfigError(
      `${command} does not run another command: remove -- and what follows, or use exec`,
    )
  if (program.length === 0 && command === 'exec')
    throw new ConfigError('exec needs a command: snowglobe exec -- npm test')
  const { variables, ignored } = readEnvironment(env)
  const configFile = flags.get('config') ?? variables.get('SNOWGLOBE_CONFIG')
  const isAddressGiven = flags.has('host') || flags.has('port')
  return {
    ...asIs,
    command,
    topic: undefined,
    file,
    ...(command === 'log' && { log: logTask(operands) }),
    url: isAddressGiven ? undefined : variables.get(addressVariable),
    ignoredVariables: ignored,
    config: readConfig([
      { nameOf: ({ flag }) => `--${flag}`, valueOf: ({ flag }) => flags.get(flag) },
      { nameOf: ({ env: name }) => name, valueOf: ({ env: name }) => variables.get(name) },
      ...(configFile === undefined ? [] : [fileSource(configFile)]),
      ...(command === 'exec' ? [anyPort] : []),
    ]),
  }
}

/** @throws ConfigError for an unknown command, with the name that was probably meant */
function commandOf(word: string): CommandName {
  const command = commandNames.find((name) => name === word)
  if (command) return command
  throw new ConfigError(
    `there is no command ${word}${didYouMean(word, commandNames)}; see snowglobe --help`,
  )
}

/** @throws ConfigError for another task, and for a position that is missing or none */
function logTask([task, position, extra]: readonly string[]): LogTask {
  if (task !== 'schema' && task !== 'show' && task !== 'skip')
    throw new ConfigError(
      `log takes schema, show or skip, found ${task ?? 'nothing'}; see snowglobe help log`,
    )
  const surplus = task === 'schema' ? position : extra
  if (surplus !== undefined)
    throw new ConfigError(`log ${task} has too many arguments: remove ${surplus}`)
  if (position === undefined && task !== 'skip') return { task, position: undefined }
  if (position === undefined || !/^[1-9]\d{0,14}$/.test(position))
    throw new ConfigError(
      `log ${task} takes the position of a record, such as 42, found ${position ?? 'nothing'}`,
    )
  return { task, position: Number(position) }
}

/** Flags of every command: where its options are, and how much it says of a failure. */
const commonFlags = ['config', 'log-level']

/** Tells whether a command uses a flag. */
function takes(command: CommandName, flag: string): boolean {
  if (commonFlags.includes(flag)) return true
  if (command === 'help') return false
  const { flags }: CommandHelp = commands[command]
  return flags === 'all' ? options.some((option) => option.flag === flag) : flags.includes(flag)
}

/** Switches that are no options of a world or a server. */
const commandSwitches = ['help', 'version', 'thorough', 'json']

const isSwitch = (flag: string): boolean =>
  commandSwitches.includes(flag) ||
  options.some((option) => option.flag === flag && typeof option.fallback === 'boolean')

const knownFlags = new Set([
  ...options.map(({ flag }) => flag),
  ...['config', 'world', ...commandSwitches],
])

const flagNames = [...knownFlags].map((flag) => `--${flag}`)

/** Splits `--flag value` and `--flag=value`; a bare switch means true. */
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
        throw new ConfigError(
          `there is no option ${rawName}${didYouMean(rawName, flagNames)}; see snowglobe --help`,
        )
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

/** A program that gets the address from a variable needs no fixed port. */
const anyPort: Source = {
  nameOf: ({ key }) => key,
  valueOf: ({ key }) => (key === 'port' ? 0 : undefined),
}

/** Reads a JSON object with the names of the library's options. */
function fileSource(file: string): Source {
  const entries = readJsonFile(file)
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    throw new ConfigError(`${file} must contain a JSON object`)
  refuseUnknownKeys(entries, file)
  return {
    nameOf: ({ key }) => `${key} in ${file}`,
    valueOf: ({ key }) => (entries as Record<string, unknown>)[key],
  }
}
