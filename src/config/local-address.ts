import { type Config, defaultPort } from './config.ts'

/** The host name under which this machine reaches a server that listens as configured. */
export const localHost = ({ host }: Pick<Config, 'host'>): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host

/** The address of such a server, without a slash at the end. */
export function localAddress(config: Pick<Config, 'host' | 'port'>): string {
  const host = localHost(config)
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

/**
 * The address that answers name: that of `--public-url`, else of the host and port of the options. For
 * port 0 it is the default port, so that servers on free ports answer the same bytes.
 */
export const publicAddress = ({
  publicUrl,
  host,
  port,
}: Pick<Config, 'host' | 'port' | 'publicUrl'>): string =>
  publicUrl ?? localAddress({ host, port: port || defaultPort })
