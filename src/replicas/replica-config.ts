import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Config, ConfigError } from '../config/config.ts'
import { isLoopback } from '../config/local-address.ts'
import type { DatabaseAddress } from '../shared-log/postgres/connections.ts'
import { quote } from '../util/quote.ts'

/** Returns the configuration of a replica. @throws ConfigError for options that it does not take */
export function replicaConfig(config: Config): Config {
  if (config.workers !== 1) refuse('needs --workers 1')
  if (config.worlds === 'any') refuse('needs --worlds declared: a request cannot create a world')
  if (!config.noAdmin && config.adminToken === undefined)
    refuse('needs --admin-token, the same for every replica, or --no-admin')
  return { ...config, worlds: 'declared' }
}

/**
 * Returns the place of the database: how the connection is protected is decided here alone.
 * @throws ConfigError for an unknown `sslmode`, and for a file that cannot be read
 */
export async function databaseOf(
  { sharedLog = '', sharedLogCa }: Pick<Config, 'sharedLog' | 'sharedLogCa'>,
  warn: (text: string) => void,
): Promise<DatabaseAddress> {
  const url = new URL(sharedLog)
  // The text of the option is visible to other users of the machine, and not repeated here.
  if (url.password !== '')
    refuse('must have no password in its address: set PGPASSWORD or PGPASSFILE')
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && mode !== 'verify-full' && mode !== 'disable')
    refuse(`takes sslmode=verify-full or sslmode=disable, found sslmode=${quote(mode)}`)
  if (mode === 'disable' && sharedLogCa !== undefined)
    refuse('has sslmode=disable, which verifies no certificate: leave out --shared-log-ca')
  url.searchParams.delete('sslmode')
  const isVerified = mode === 'verify-full' || sharedLogCa !== undefined
  if (!isVerified && !isLocal(url))
    warn(
      `the connection to the shared log at ${url.hostname} is not encrypted: add ?sslmode=verify-full to --shared-log`,
    )
  if (!isVerified) return { url: url.href, tls: false }
  return { url: url.href, tls: sharedLogCa === undefined ? {} : { ca: await readCa(sharedLogCa) } }
}

/** Returns a digest of the options that show in responses. */
export const optionsOf = (config: Config): string => {
  const { auth, rateLimit, dialect, sign, journal, publicNode, webhookHosts, webhookKey } = config
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...[auth, rateLimit, dialect, sign, journal, publicNode, webhookHosts, webhookKey],
      ]),
    )
    .digest('hex')
    .slice(0, 16)
}

/** Tells whether an address leads to this machine, also through a socket in the file system. */
function isLocal(url: URL): boolean {
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '')
  return host === '' || host.startsWith('/') || isLoopback(host)
}

async function readCa(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ConfigError(`--shared-log-ca: ${file} cannot be read: ${error.message}`)
  })
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigError(
      `--shared-log-ca: ${file} has no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----`,
    )
  return text
}

function refuse(text: string): never {
  throw new ConfigError(`--shared-log ${text}`)
}
