import { bytesOf } from '../../../evm/state.ts'
import { bloomBits, hasBits } from '../../../formats/evm/receipts.ts'
import { hexOfLength } from '../hex-values.ts'
import { invalidArgument } from '../rpc-error.ts'
import { ObjectFields } from './object-fields.ts'

/** Maximum number of topics of a log. */
const maxTopics = 4
/** Maximum number of addresses, or of topics at a place. G-335 */
const maxAlternatives = 1000

/** Conditions of `eth_getLogs`; addresses and topics are lower-case hex. */
export interface LogFilter {
  readonly blockHash: string | undefined
  readonly fromBlock: unknown
  readonly toBlock: unknown
  /** Empty: all. */
  readonly addresses: ReadonlySet<string>
  /** By place; an empty set takes any topic. */
  readonly topics: readonly ReadonlySet<string>[]
  /** Bits that the bloom of a block needs, by condition: all those of one of its alternatives. */
  readonly bits: readonly (readonly BloomBits[])[]
}

type BloomBits = ReturnType<typeof bloomBits>

/** Reads geth's `FilterCriteria`, the first argument; throws EvmRpcError. */
export function logFilterIn(value: unknown): LogFilter {
  const fields = new ObjectFields(value, 0, 'filters.input')
  const [fromBlock, toBlock] = [fields.value('fromBlock'), fields.value('toBlock')]
  const blockHash = fields.hash('blockHash')
  if (blockHash !== undefined && (fromBlock ?? toBlock) !== undefined)
    throw invalidArgument(
      0,
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    )
  const topics = fields.value('topics') ?? []
  if (!Array.isArray(topics)) throw invalidArgument(0, 'invalid topic(s)')
  if (topics.length > maxTopics) throw invalidArgument(0, 'exceed max topics')
  const conditions = [addressesIn(fields.value('address')), ...topics.map(topicsIn)]
  const [addresses = new Set<string>(), ...byPlace] = conditions
  return {
    ...{ blockHash, fromBlock, toBlock, addresses, topics: byPlace },
    bits: conditions
      .filter(({ size }) => size > 0)
      .map((alternatives) => [...alternatives].map((each) => bloomBits(bytesOf(each)))),
  }
}

function addressesIn(value: unknown): Set<string> {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (list.length > maxAlternatives) throw invalidArgument(0, 'exceed max addresses')
  return new Set(
    list.map((each, index) => {
      const address = hexOfLength(each, 20)
      if (address === undefined)
        throw invalidArgument(
          0,
          Array.isArray(value)
            ? `invalid address at index ${index}: ${JSON.stringify(each) ?? 'null'}`
            : `invalid address: ${JSON.stringify(each)}`,
        )
      return address
    }),
  )
}

function topicsIn(value: unknown): Set<string> {
  if (value === null) return new Set()
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxAlternatives) throw invalidArgument(0, 'exceed max topics')
  // A null among alternatives takes any topic.
  if (list.includes(null)) return new Set()
  return new Set(
    list.map((each) => {
      const topic = hexOfLength(each, 32)
      if (topic === undefined) throw invalidArgument(0, 'invalid topic(s)')
      return topic
    }),
  )
}

/** Returns whether a block with this bloom may have logs that the filter takes. */
export const mayHave = (bloom: Uint8Array, { bits }: LogFilter): boolean =>
  bits.every((alternatives) => alternatives.some((each) => hasBits(bloom, each)))

/** Returns whether the filter takes a log. */
export const takes = (
  { addresses, topics }: LogFilter,
  log: { readonly address: string; readonly topics: readonly string[] },
): boolean =>
  (addresses.size === 0 || addresses.has(log.address)) &&
  topics.length <= log.topics.length &&
  topics.every(
    (alternatives, i) => alternatives.size === 0 || alternatives.has(log.topics[i] ?? ''),
  )
