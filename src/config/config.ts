import type { Network } from '../networks/network.ts'
import type { ClockMode } from '../time/clock-modes.ts'
import type { Pace } from '../time/pace.ts'
import type { RateLimit } from './option-values.ts'

/** Sizes of a world: only the declared content, about 30,000 rows, 98,000, or a million transactions. */
export const worldSizes = ['empty', 'small', 'medium', 'large'] as const
/** Size of a world. */
export type WorldSize = (typeof worldSizes)[number]

/** Fixed dialect, or `auto`: `live` for requests that show an official client. */
export type DialectSetting = 'auto' | 'documented' | 'live'

/** Lowest level of the entries that the log has. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/**
 * Warp messages that validators sign: any well-formed one, or only those that the world emitted.
 */
export type Signing = 'any' | 'emitted'

/** Complete configuration of a server; `config-reader.ts` reads it by the table in `options.ts`. */
export interface Config {
  port: number
  host: string
  /** Server address in responses, without a trailing slash; absent: the listening address. */
  publicUrl: string | undefined
  seed: string
  size: WorldSize
  network: Network
  /** World definition of the user; absent: the built-in one. */
  definition: string | undefined
  clock: ClockMode
  /** Background blocks per day and chain when time passes; absent: the default of the size. */
  pace: Pace | undefined
  auth: 'off' | 'known' | 'required'
  /** File with API keys. */
  keys: string | undefined
  rateLimit: RateLimit
  sign: Signing
  indexEnabled: boolean
  indexAllowIncomplete: boolean
  dataDir: string | undefined
  /** Whether a request that names a world creates it; undefined: on a loopback address alone. */
  worlds: 'any' | 'declared' | undefined
  /** Maximum number of worlds besides the main world. */
  maxWorlds: number
  publicNode: boolean
  dialect: DialectSetting
  /** Host names that the node interfaces accept; `*` accepts all. */
  httpAllowedHosts: readonly string[]
  /**
   * Token of the control plane; absent: none on a loopback address, and otherwise a generated one.
   */
  adminToken: string | undefined
  /** Accepted host names of the control plane besides loopback. */
  adminHosts: readonly string[]
  noAdmin: boolean
  /** Hosts besides loopback to which webhooks may send; `*` for all. */
  webhookHosts: readonly string[]
  /** Bytes of a secret that sign messages: those of its hex digits, or its text. */
  webhookKey: 'hex' | 'text'
  /** Number of requests that each world remembers. */
  journal: number
  /** Megabytes of the response cache, for all worlds together, in each process. */
  cacheMb: number
  /** Number of processes: one writes and the others read. With 1, one process does both. */
  workers: number
  /** Database of the log that replicas share, `postgres://…`; absent: a server by itself. */
  sharedLog: string | undefined
  /** File with certificates that the one of that database is verified with. */
  sharedLogCa: string | undefined
  /** Name of the sandbox in that log. */
  sandbox: string
  /** Name of this replica; absent: from host and process. */
  replica: string | undefined
  /** Whether reads ask the log first. */
  reads: 'local' | 'current'
  logLevel: LogLevel
}

/**
 * Error for a bad flag, variable or file: it names the option and its valid values. It ends the
 * process with 2.
 */
export class ConfigError extends Error {
  /** Name of the class. */
  override readonly name = 'ConfigError'
}
