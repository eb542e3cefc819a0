import { nodeEncodings } from '../../schemas/container-index.ts'
import type { Switch } from '../../schemas/quirk.ts'
import { FormatError } from '../formats/codec.ts'
import { parseId, parseNodeId } from '../formats/ids.ts'
import { primaryNetworkId } from '../networks/constants.ts'
import { ArgumentError, type ArgumentReader } from './arguments.ts'
import { stringOf } from './json-text.ts'

/** Reader of any text; absent: empty. */
export const text: ArgumentReader<string> = {
  absent: '',
  read({ text: raw }) {
    if (raw === 'null') return undefined
    if (!raw.startsWith('"')) throw new ArgumentError()
    return stringOf(raw)
  },
}

/** Reader of a decimal integer below 2^64, as number or text without escapes; absent: 0. */
export const uint64: ArgumentReader<bigint> = {
  absent: 0n,
  read({ text: raw }) {
    if (raw === 'null') return undefined
    const digits = raw.startsWith('"') ? raw.slice(1, -1) : raw
    if (!/^[0-9]+$/.test(digits)) throw new ArgumentError()
    // BigInt takes quadratic time; leading zeros may be many, other digits at most 20.
    const significant = digits.replace(/^0+(?=.)/, '')
    const value = significant.length <= 20 ? BigInt(significant) : 1n << 64n
    if (value >= 1n << 64n) throw new ArgumentError()
    return value
  },
}

/**
 * Reader of CB58 of 32 bytes without escapes; absent: 32 zero bytes, the id of the primary network.
 */
export const id: ArgumentReader<string> = {
  absent: primaryNetworkId,
  read: ({ text: raw }) => (raw === 'null' ? undefined : checkedText(raw, parseId)),
}

/** Reader of NodeIDs in order; `null` in the list is the id of 20 zero bytes. Absent: none. */
export const nodeIds: ArgumentReader<readonly string[]> = {
  absent: [],
  read({ text: raw, parts }) {
    if (raw === 'null') return []
    if (!raw.startsWith('[')) throw new ArgumentError()
    return parts.map(({ text: element }) =>
      element === 'null' ? emptyNodeId : checkedText(element, parseNodeId),
    )
  },
}

/** Encoding of bytes in a response: with checksum (`hex`, `hexc`) or without (`hexnc`). */
export type Encoding = 'hex' | 'hexc' | 'hexnc' | 'json'

/**
 * Reader of an encoding in any case without escapes; documented: `hex` alone. Absent: hex (G-52).
 */
export const encoding: ArgumentReader<Encoding> = {
  absent: 'hex',
  read({ text: raw }, dialect) {
    if (raw === 'null') return undefined
    const known = nodeEncodings.in(dialect) ? liveEncodings : documentedEncodings
    const found = known.find((name) => `"${name}"` === raw.toLowerCase())
    if (found === undefined) throw new ArgumentError()
    return found
  },
}

/** Wraps an argument that the node has dropped: if the quirk holds, any value is ignored. */
export const ignoredBy = <Value>(
  quirk: Switch<boolean>,
  reader: ArgumentReader<Value>,
): ArgumentReader<Value> => ({
  absent: reader.absent,
  read: (raw, dialect) => (quirk.in(dialect) ? undefined : reader.read(raw, dialect)),
})

const documentedEncodings: readonly Encoding[] = ['hex']
const liveEncodings: readonly Encoding[] = ['hex', 'hexc', 'hexnc', 'json']

const emptyNodeId = 'NodeID-111111111111111111116DBWJs'

/**
 * Returns the content of a raw string that `parse` accepts; the node does not resolve its escapes.
 */
function checkedText(raw: string, parse: (text: string) => unknown): string {
  if (!raw.startsWith('"')) throw new ArgumentError()
  const content = raw.slice(1, -1)
  try {
    parse(content)
    return content
  } catch (error) {
    if (error instanceof FormatError) throw new ArgumentError()
    throw error
  }
}
