// Parsers of option values: each reads a text, and returns undefined for an invalid one.
import { availableParallelism } from 'node:os'

/**
 * Requests a minute without and with a key; `docs` are the compute units of the service's plans.
 */
export type RateLimit = 'off' | 'docs' | { readonly perMinute: number; readonly withKey: number }

/** Builds a parser for one of these words. */
export const oneOf =
  <Value extends string>(...values: Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text)

/** Accepts any text that is not empty. */
export const text = (value: string) => (value === '' ? undefined : value)

/** Maximum characters of a seed: it is hashed for each stream of random numbers. */
export const maxSeedLength = 256

export const seed = (value: string) => (value.length > maxSeedLength ? undefined : text(value))

export const boolean = (value: string) =>
  value === 'true' ? true : value === 'false' ? false : undefined

/** Builds a parser for a whole number from 0 to `max`. */
export const upTo = (max: number) => (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) <= max ? Number(value) : undefined

export const port = upTo(65_535)

/** Limit in megabytes: more would not fit into a Node process beside its other memory. */
const maxMegabytes = 4096

export const megabytes = upTo(maxMegabytes)

const maxWorkers = 64

/** Parses the number of processes; `auto` is one for each core. */
export const workers = (value: string) => {
  if (value === 'auto') return Math.min(availableParallelism(), maxWorkers)
  const count = upTo(maxWorkers)(value)
  return count === 0 ? undefined : count
}

/** Parses names between commas. */
export const hosts = (value: string) => {
  const names = value.split(',').map((name) => name.trim())
  return names.every((name) => name !== '') ? names : undefined
}

/** Accepts a single word that fits a header. */
export const token = (value: string) => (/^[\x21-\x7e]{1,256}$/.test(value) ? value : undefined)

/** Parses the address of a server, perhaps with a path; returns it without the trailing slash. */
export function webAddress(value: string): string | undefined {
  if (!/^https?:\/\/[^\s?#@]+$/i.test(value) || !URL.canParse(value)) return undefined
  return new URL(value).href.replace(/\/+$/, '')
}

/** Parses the address of a database, `postgres://user@host/database`; what it says is checked later. */
export function databaseAddress(value: string): string | undefined {
  return /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value) ? value : undefined
}

/** Parses `off`, `docs` or `60/min` or `60/min,600/min-with-key`. */
export function rateLimitOf(value: string): RateLimit | undefined {
  if (value === 'off' || value === 'docs') return value
  const match = /^([1-9]\d{0,8})\/min(?:,([1-9]\d{0,8})\/min-with-key)?$/.exec(value)
  if (!match) return undefined
  const perMinute = Number(match[1])
  return { perMinute, withKey: match[2] === undefined ? perMinute : Number(match[2]) }
}
