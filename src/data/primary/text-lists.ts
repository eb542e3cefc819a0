import { evmAddressPattern, nodeIdForm } from '../../../schemas/scalars.ts'
import { parseAddress } from '../../formats/addresses.ts'
import { FormatError } from '../../formats/codec.ts'
import { badRequest, quoteInput } from '../../http/response/errors.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'

/** G-31 */
const maxEntries = 64

/**
 * Reads the Bech32 addresses of a comma-separated parameter: unique, sorted, without P- or X-.
 * @throws 400 for more than 64 (or `max`), a wrong checksum or an address of another network
 */
export const readAddresses = (
  name: string,
  text: string,
  network: Network,
  max = maxEntries,
): string[] => readEntries(name, text, (entry) => bech32Address(name, entry, network), max)

/** Reads addresses like {@link readAddresses}, and EVM addresses too, in lower case. */
export const readAtomicAddresses = (name: string, text: string, network: Network): string[] =>
  readEntries(name, text, (entry) =>
    evmAddress.test(entry)
      ? entry.toLowerCase()
      : bech32Address(name, entry, network, ' or 0x and 40 hex digits'),
  )

/**
 * Reads the node ids of a comma-separated parameter: unique, sorted. G-35
 * @throws 400 for more than 64 or another form than `NodeID-…`
 */
export const readNodeIds = (name: string, text: string): string[] =>
  readEntries(name, text, (entry) => {
    if (nodeId.test(entry)) return entry
    throw badRequest(`${name} must hold ids of the form NodeID-<hash>, not ${quoteInput(entry)}`)
  })

const evmAddress = new RegExp(evmAddressPattern)
const nodeId = new RegExp(`^${nodeIdForm}$`)

/**
 * Reads the texts of a comma-separated parameter: unique, sorted.
 * @throws 400 for more than 64 or an empty one
 */
export const readTexts = (name: string, text: string): string[] =>
  readEntries(name, text, (entry) => {
    if (entry !== '') return entry
    throw badRequest(`${name} must not hold an empty entry, but is ${quoteInput(text)}`)
  })

function readEntries(
  name: string,
  text: string,
  read: (entry: string) => string,
  max = maxEntries,
): string[] {
  const entries = text.split(',')
  if (entries.length > max)
    throw badRequest(`${name} must hold at most ${max} entries, not ${entries.length}`)
  return [...new Set(entries.map(read))].sort()
}

function bech32Address(name: string, entry: string, network: Network, orElse = ''): string {
  const { hrp } = networkConstants[network]
  const address = entry.replace(/^[PX]-/, '')
  const prefix = prefixOf(address)
  if (prefix === undefined && address.startsWith(`${hrp}1`))
    throw badRequest(
      `${name} must hold valid addresses, but ${quoteInput(entry)} has a wrong checksum or length`,
    )
  if (prefix !== hrp)
    throw badRequest(
      `${name} must hold addresses of ${network} (${hrp}1…, with or without P- or X-)${orElse}, not ${quoteInput(entry)}`,
    )
  return address
}

/**
 * Returns the prefix of an address. Undefined for any other text, and for an address with a chain.
 */
function prefixOf(text: string): string | undefined {
  try {
    const { chain, prefix } = parseAddress(text)
    return chain === undefined ? prefix : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
