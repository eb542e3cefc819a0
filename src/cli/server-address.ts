import { addressVariable } from '../config/client-variables.ts'
import { ConfigError } from '../config/config.ts'
import { localAddress } from '../config/local-address.ts'
import { noResponseReason } from '../util/error-text.ts'
import type { Arguments } from './arguments.ts'

/** Arguments that decide which server a command uses. */
export type Addressed = Pick<Arguments, 'config' | 'url'>

/**
 * Returns the address of the server that a command uses, without a trailing slash: that of host and
 * port on the command line, then of `SNOWGLOBE_URL`, then of the other options.
 * @throws ConfigError for what cannot be such an address
 */
export function serverAddress({ config, url }: Addressed): string {
  if (url === undefined) {
    if (config.port === 0) throw noServerPort()
    return localAddress(config)
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError(
      `${addressVariable} must be the URL of a server such as http://127.0.0.1:9650, not "${url}"`,
    )
  if (parsed.port === '0') throw noServerPort()
  return url.replace(/\/+$/, '')
}

const noServerPort = () =>
  new ConfigError(
    `no server has port 0: one that starts with it takes a free port and prints its address; give that port with --port, or that address in ${addressVariable}`,
  )

/** Says why a request to a server has no response, with a remedy. */
export function unreachableText(error: unknown, address: string): string {
  const reason = noResponseReason(error)
  if (isWithoutTls(address, reason))
    return `the server at ${address} speaks http and not https; set ${addressVariable} to ${address.replace(/^https/i, 'http')}`
  return `no server answers at ${address}: ${reason}; start one, or set ${addressVariable} or --port`
}

/** Tells whether OpenSSL took a response without encryption for one of TLS; versions word it in two ways. */
const isWithoutTls = (address: string, reason: string): boolean =>
  /^https:/i.test(address) && /wrong version number|packet length too long/.test(reason)
