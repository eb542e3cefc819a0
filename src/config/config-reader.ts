import { isPace } from '../time/pace.ts'
import { didYouMean } from '../util/nearest.ts'
import { quote } from '../util/quote.ts'
import { type Config, ConfigError } from './config.ts'
import { options } from './options.ts'

/** Maximum characters of a value in a message. */
const maxQuoted = 200

/** Source of options. A name is only for messages. */
export interface Source {
  /** Returns the option's name there: `--port`, `SNOWGLOBE_PORT`, `port in snowglobe.json`. */
  nameOf(option: { key: string; flag: string; env: string }): string
  /**
   * Returns the text, or the value that the text stands for; undefined when the option is not
   * given.
   */
  valueOf(option: { key: string; flag: string; env: string }): unknown
  /** Whether numbers and booleans keep their type; in a file they may stand for text. */
  readonly isTyped?: true
}

/**
 * Reads the configuration from its sources, strongest first.
 * @throws ConfigError for a value that the option does not take
 */
export function readConfig(sources: readonly Source[]): Config {
  const entries = options.map((declared) => {
    for (const source of sources) {
      const given = source.valueOf(declared)
      if (given === undefined) continue
      const text = asText(given, Array.isArray(declared.fallback))
      const value = text === undefined ? undefined : declared.parse(text)
      if (value !== undefined && (!source.isTyped || isOfKind(given, value)))
        return [declared.key, value]
      throw new ConfigError(
        `${source.nameOf(declared)} must be ${meaningOf(declared.takes)}, not ${quote(given, maxQuoted)}`,
      )
    }
    return [declared.key, declared.fallback]
  })
  return Object.fromEntries(entries)
}

/** What the placeholders of `--help` stand for. */
const meanings: Readonly<Record<string, string>> = {
  ADDRESS: 'an address or host name to listen on',
  URL: 'a URL that begins with http:// or https://, without user name, query and fragment',
  'FILE.json': 'the path of a JSON file',
  FILE: 'the path of a file',
  FOLDER: 'the path of a folder',
  'NAME[,NAME…]': 'one or more host names, separated by commas',
  TEXT: 'a text that is not empty',
  'off|calm|busy|N': `${isPace} (blocks per day and chain)`,
  'off|docs|N/min[,M/min-with-key]':
    'off, docs, or requests per minute, such as 60/min or 60/min,600/min-with-key',
  WORD: 'a word of 1 to 256 ASCII characters without spaces',
}

const meaningOf = (takes: string): string =>
  meanings[takes] ?? takes.replace(/^TEXT of at most (\d+)/, 'a text of 1 to $1')

/**
 * Returns all defaults, changed by the caller's options.
 * @throws ConfigError for a value that the option does not take, or a name that is no option
 */
export function configWith(changes: Partial<Config>): Config {
  const given: Record<string, unknown> = { ...changes }
  refuseUnknownKeys(given, 'createSnowglobe')
  return readConfig([{ nameOf: ({ key }) => key, valueOf: ({ key }) => given[key], isTyped: true }])
}

/**
 * Refuses names that are no options.
 * @throws ConfigError naming the first unknown key, and the similar option
 */
export function refuseUnknownKeys(given: object, where: string): void {
  const keys = options.map(({ key }) => key)
  const unknown = Object.keys(given).find((name) => !keys.some((key) => key === name))
  if (unknown !== undefined)
    throw new ConfigError(`${where}: there is no option ${unknown}${didYouMean(unknown, keys)}`)
}

/**
 * Returns the text for a value of the library or of a JSON file; undefined without one. All sources
 * share one way of reading: the library refuses the same values as the command.
 */
function asText(value: unknown, isList: boolean): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isList && Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join()
  if (isLimitPair(value)) return `${value.perMinute}/min,${value.withKey}/min-with-key`
  return undefined
}

/** Tells whether a number or a boolean is of the option's type: 5 is no seed, and 7 no folder. */
const isOfKind = (given: unknown, read: unknown): boolean =>
  (typeof given !== 'number' && typeof given !== 'boolean') || typeof given === typeof read

const isLimitPair = (value: unknown): value is { perMinute: number; withKey: number } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === 'perMinute,withKey' &&
  Object.values(value).every((part) => typeof part === 'number')
