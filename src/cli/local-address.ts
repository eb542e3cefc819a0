import type { Config } from '../config/config.ts'

/** The host name under which this machine reaches a server that listens as configured. */
export const localHost = ({ host }: Pick<Config, 'host'>): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host

/** The address of such a server, without a slash at the end. */
export function localAddress(config: Pick<Config, 'host' | 'port'>): string {
  const host = localHost(config)
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}
