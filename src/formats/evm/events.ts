import { equalBytes } from '@noble/curves/utils.js'
import {
  type AbiFields,
  type AbiRecord,
  type AbiType,
  address,
  array,
  decodeAbi,
  signatureHash,
  tuple,
  uint256,
} from './abi.ts'
import type { Log } from './receipts.ts'

/** An event of a contract: its topic 0 and its logs. */
export interface AbiEvent<Values> {
  /** Text that {@link topic} is the keccak256 of. */
  readonly signature: string
  /** Topic 0, 32 bytes. */
  readonly topic: Uint8Array
  /** The log that contract `emitter` writes; throws FormatError when a value does not fit. */
  encode(emitter: Uint8Array, values: Values): Log
  /**
   * Values of a log, or undefined when the log is of another event (other topic 0 or number of
   * topics); throws FormatError when topics or data do not fit the event.
   */
  decode(log: Log): Values | undefined
}

/** Marks a parameter of an event as a topic of its own; for types of one word. */
export function indexed<T>(type: AbiType<T>): IndexedType<T> {
  return { ...type, isIndexed: true }
}

interface IndexedType<T> extends AbiType<T> {
  readonly isIndexed: true
}

/** The event `name` with these parameters in order. */
export function abiEvent<Fields extends AbiFields>(
  name: string,
  parameters: Fields,
): AbiEvent<AbiRecord<Fields>> {
  type Values = AbiRecord<Fields>
  const all = Object.entries(parameters) as [string, AbiType<unknown>][]
  const topics = all.filter(([, type]) => 'isIndexed' in type)
  const data = tuple(Object.fromEntries(all.filter(([, type]) => !('isIndexed' in type))))
  const signature = name + tuple(parameters).name
  const topic = signatureHash(signature)
  return {
    signature,
    topic,
    encode(emitter, values) {
      const byName: Record<string, unknown> = values
      const words = topics.map(([key, type]) => type.encode(byName[key], `${name}.${key}`))
      return { address: emitter, topics: [topic, ...words], data: data.encode(byName, name) }
    },
    decode(log) {
      const [first, ...words] = log.topics
      if (!first || !equalBytes(first, topic) || words.length !== topics.length) return undefined
      const fromTopics = topics.map(([key, type], i) => [
        key,
        decodeAbi(type, words[i] ?? new Uint8Array(), `${name}.${key}`),
      ])
      return { ...Object.fromEntries(fromTopics), ...decodeAbi(data, log.data, name) } as Values
    },
  }
}

/** ERC-20: `value` in the token's smallest unit; from the zero address when minted. */
export const erc20Transfer = abiEvent('Transfer', {
  from: indexed(address),
  to: indexed(address),
  value: uint256,
})

/** ERC-721; the same topic 0 as ERC-20, but a fourth topic. */
export const erc721Transfer = abiEvent('Transfer', {
  from: indexed(address),
  to: indexed(address),
  tokenId: indexed(uint256),
})

/** ERC-1155, one kind of token. */
export const erc1155TransferSingle = abiEvent('TransferSingle', {
  operator: indexed(address),
  from: indexed(address),
  to: indexed(address),
  id: uint256,
  value: uint256,
})

/** ERC-1155, several kinds of tokens; `ids` and `values` have the same length. */
export const erc1155TransferBatch = abiEvent('TransferBatch', {
  operator: indexed(address),
  from: indexed(address),
  to: indexed(address),
  ids: array(uint256),
  values: array(uint256),
})
