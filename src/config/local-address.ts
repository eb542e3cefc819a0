import { isIPv4 } from 'node:net'
import type { Config } from './config.ts'
import { defaultPort } from './options.ts'

/** Returns the host name under which this machine reaches the configured server. */
const localHost = ({ host }: Pick<Config, 'host'>): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host

/** Returns the address of such a server, without a trailing slash. */
export function localAddress(config: Pick<Config, 'host' | 'port'>): string {
  const host = localHost(config)
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

/**
 * Returns the address for responses: that of `--public-url`, or else of the host and port of the
 * options. For port 0 it is the default port, so that servers on free ports send the same bytes.
 */
export const publicAddress = ({
  publicUrl,
  host,
  port,
}: Pick<Config, 'host' | 'port' | 'publicUrl'>): string =>
  publicUrl ?? localAddress({ host, port: port || defaultPort })

/** Tells whether only this machine reaches a name or address. */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
