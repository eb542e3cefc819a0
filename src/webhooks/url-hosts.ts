import { BlockList, isIP } from 'node:net'

/** Hosts to which messages may go, besides loopback: names or addresses; `*` for all. */
export type WebhookHosts = readonly string[]

export const anyHost: WebhookHosts = ['*']

/** Addresses to which nothing is ever sent: link-local ones, where clouds have their metadata. */
const forbidden = new BlockList()
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addAddress('fd00:ec2::254', 'ipv6')
// Forms of IPv6 that hold an IPv4 address: NAT64, 6to4 and the old compatible one.
forbidden.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')
forbidden.addSubnet('2002:a9fe::', 32, 'ipv6')
forbidden.addSubnet('::a9fe:0', 112, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

// A block list takes the mapped form ::ffff:a.b.c.d for the IPv4 address.
const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isLoopbackAddress = (address: string): boolean => isIn(loopback, address)

/**
 * Returns why a URL can be no webhook's; undefined for a good one.
 * @param hosts allowed hosts, besides loopback
 */
export function refusalOfUrl(text: string, hosts: WebhookHosts): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return 'must be a URL that begins with http:// or https://'
  if (url.username !== '' || url.password !== '')
    return 'must hold no user name or password; messages are signed with the secret instead'
  const host = hostOf(url)
  if (isIP(host) && isIn(forbidden, host))
    return `must not have a link-local host, found ${host}; those serve machines' metadata`
  if (isLoopbackHost(host) || isListed(host, hosts)) return undefined
  return `must have a loopback host or one of --webhook-hosts (${hosts.join(',') || 'none'}), found ${host}; start the server with --webhook-hosts ${[...hosts, host].join(',')} to allow it`
}

/**
 * Returns why no message may go to an address that a host has led to; undefined if it may.
 * @param host host of the webhook's URL
 */
export function refusalOfAddress(
  address: string,
  host: string,
  hosts: WebhookHosts,
): string | undefined {
  if (isIn(forbidden, address))
    return `${host} leads to the link-local address ${address}, to which no messages go`
  if (isLoopbackAddress(address) || isListed(host, hosts)) return undefined
  return `${host} leads to ${address}, which is no loopback address, and --webhook-hosts does not hold ${host}; start the server with --webhook-hosts ${[...hosts, host].join(',')} to allow it`
}

/** Returns the host of a URL, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && isLoopbackAddress(host))

function isListed(host: string, hosts: WebhookHosts): boolean {
  return hosts.some((one) => one === '*' || canonical(one) === host)
}

/** Returns a host in the form that URLs have: an address by its value, a name in lower case. */
function canonical(host: string): string {
  const text = isIP(host) === 6 ? `[${host}]` : host
  return URL.canParse(`http://${text}/`) ? hostOf(new URL(`http://${text}/`)) : host
}
