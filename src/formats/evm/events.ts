import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { WORD } from '../words.ts'
import {
  type AbiFields,
  type AbiRecord,
  type AbiType,
  address,
  array,
  decodeAbi,
  encodeAbi,
  signatureHash,
  tuple,
  uint256,
} from './abi.ts'
import type { Log } from './receipts.ts'

/** An event of a contract: its topic 0 and its logs. */
export interface AbiEvent<Values> {
  /** Text whose keccak256 is {@link topic}. */
  readonly signature: string
  /** Topic 0, 32 bytes. */
  readonly topic: Uint8Array
  /**
   * Returns the log that contract `emitter` writes; throws FormatError when a value does not fit.
   */
  encode(emitter: Uint8Array, values: Values): Log
  /**
   * Decodes the values of a log. Returns undefined when the log is of another event (other topic 0
   * or number of topics). Throws FormatError when topics or data do not fit the event.
   */
  decode(log: Log): Values | undefined
}

/** Marks an event parameter as indexed, in a topic of its own; for types of one word. */
export function indexed<T>(type: AbiType<T>): IndexedType<T> {
  return { ...type, isIndexed: true }
}

/** A type of one word that is stored in a topic of its own. */
export interface IndexedType<T> extends AbiType<T> {
  readonly isIndexed: true
}

/** Returns the event `name` with these parameters in order. */
export function abiEvent<Fields extends AbiFields>(
  name: string,
  parameters: Fields,
): AbiEvent<AbiRecord<Fields>> {
  const isIndexed = (type: object) => 'isIndexed' in type
  const pick = (wanted: boolean) =>
    tuple(
      Object.fromEntries(
        Object.entries(parameters).filter(([, type]) => isIndexed(type) === wanted),
      ),
    )
  const topicValues = pick(true)
  const dataValues = pick(false)
  const indexedCount = topicValues.staticLength / WORD
  const signature = name + tuple(parameters).name
  const topic = signatureHash(signature)
  return {
    signature,
    topic,
    encode(emitter, values) {
      const words = encodeAbi(topicValues, values)
      const topics = Array.from({ length: indexedCount }, (_, i) =>
        words.slice(i * WORD, (i + 1) * WORD),
      )
      return { address: emitter, topics: [topic, ...topics], data: encodeAbi(dataValues, values) }
    },
    decode(log) {
      const [first, ...words] = log.topics
      if (!first || !equalBytes(first, topic) || words.length !== indexedCount) return undefined
      return Object.assign(
        decodeAbi(topicValues, concatBytes(...words)),
        decodeAbi(dataValues, log.data),
      ) as AbiRecord<Fields>
    },
  }
}

/** Transfer of ERC-20: `value` in the token's smallest unit; from the zero address when minted. */
export const erc20Transfer = abiEvent('Transfer', {
  from: indexed(address),
  to: indexed(address),
  value: uint256,
})

/** Transfer of ERC-721; the same topic 0 as ERC-20, but a fourth topic. */
export const erc721Transfer = abiEvent('Transfer', {
  from: indexed(address),
  to: indexed(address),
  tokenId: indexed(uint256),
})

/** Transfer of ERC-1155, one kind of token. */
export const erc1155TransferSingle = abiEvent('TransferSingle', {
  operator: indexed(address),
  from: indexed(address),
  to: indexed(address),
  id: uint256,
  value: uint256,
})

/** Transfer of ERC-1155, several kinds of tokens; `ids` and `values` have the same length. */
export const erc1155TransferBatch = abiEvent('TransferBatch', {
  operator: indexed(address),
  from: indexed(address),
  to: indexed(address),
  ids: array(uint256),
  values: array(uint256),
})
