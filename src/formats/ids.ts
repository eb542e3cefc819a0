import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { base58 } from '@scure/base'
import { encode, FormatError, id, u32 } from './codec.ts'
import { hash160, sha256 } from './hashes.ts'
import { struct } from './layouts.ts'

/** 32 zero bytes: id of the P-chain and of the primary network's subnet. */
export const primaryNetworkIdBytes = new Uint8Array(32)

const checksumLength = 4
const nodeIdPrefix = 'NodeID-'
// Decoding base 58 takes time quadratic in the length; ids and keys need 50 characters.
const maxCb58 = 1024

/**
 * Returns the last 4 bytes of the SHA-256 of `bytes`, as CB58 and the node's `hex` encoding append
 * them.
 */
export function checksum(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // No subarray, which would allocate the hash separately outside the heap.
  return sha256(bytes).slice(32 - checksumLength)
}

/**
 * Returns the id of a signed P-, X- or C-chain atomic transaction, inner P or X block, or vertex:
 * SHA-256.
 */
export function idOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return sha256(bytes)
}

/** Encodes `bytes` and their checksum as CB58, which is base 58 in the Bitcoin alphabet. */
export function encodeCb58(bytes: Uint8Array): string {
  return base58.encode(withChecksum(bytes))
}

/**
 * Decodes a CB58 text of at most 1,024 characters to its bytes without checksum. Throws {@link
 * FormatError} on other characters, a wrong checksum, or another length than `length`.
 */
export function decodeCb58(text: string, length?: number): Uint8Array {
  const bytes = withoutChecksum(base58Bytes(text))
  return length === undefined ? bytes : ofLength(bytes, length)
}

/**
 * Parses the 32 bytes of a CB58 id of a transaction, block, vertex, chain, subnet, asset or
 * validation.
 */
export function parseId(text: string): Uint8Array {
  return decodeCb58(text, 32)
}

/** Formats 20 bytes as `NodeID-` and their CB58; throws {@link FormatError} on another length. */
export function nodeIdText(nodeId: Uint8Array): string {
  return nodeIdPrefix + encodeCb58(ofLength(nodeId, 20))
}

/** Parses the 20 bytes of a `NodeID-…` text; throws {@link FormatError}. */
export function parseNodeId(text: string): Uint8Array {
  if (!text.startsWith(nodeIdPrefix))
    throw new FormatError('', `does not begin with ${nodeIdPrefix}`)
  return decodeCb58(text.slice(nodeIdPrefix.length), 20)
}

/** Returns the NodeID of a staking certificate: ripemd160(sha256(DER)), 20 bytes. */
export function nodeIdOf(certificate: Uint8Array): Uint8Array<ArrayBuffer> {
  return hash160(certificate)
}

/** Formats lower-case hex after `0x`, without checksum: the node's `hexnc`. */
export function toHex(bytes: Uint8Array): string {
  return `0x${hexDigits(bytes)}`
}

/** Formats lower-case hex of `bytes`, without `0x`. */
export function hexDigits(bytes: Uint8Array): string {
  if (bytes.length > scratch.length)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
  scratch.set(bytes)
  return scratch.toString('hex', 0, bytes.length)
}

/**
 * Buffer into which short bytes are copied. A Buffer over them would allocate separate memory
 * outside the heap for each array, which takes twice the time.
 */
const scratch = Buffer.alloc(64)

/** Parses hex digits of either case, with or without `0x`; throws {@link FormatError}. */
export function fromHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (digits.length % 2 === 1 || /[^0-9a-f]/i.test(digits))
    throw new FormatError('', 'not hexadecimal')
  return new Uint8Array(Buffer.from(digits, 'hex'))
}

/**
 * Formats `0x` and the hex of `bytes` and their checksum: the node's `hex`, used by index and
 * UTXOs.
 */
export function toCheckedHex(bytes: Uint8Array): string {
  return toHex(withChecksum(bytes))
}

/**
 * Parses the format of {@link toCheckedHex}; throws {@link FormatError} also on a wrong checksum.
 */
export function fromCheckedHex(text: string): Uint8Array {
  return withoutChecksum(fromHex(text))
}

/** Returns the id of a VM or an fx: its ASCII name, padded with zeros on the right to 32 bytes. */
export function vmIdOf(name: string): Uint8Array {
  const ascii = Buffer.from(name)
  if (ascii.length !== name.length || ascii.length > 32)
    throw new FormatError('', `'${name}' is not a name of at most 32 ASCII characters`)
  const bytes = new Uint8Array(32)
  bytes.set(ascii)
  return bytes
}

/** Returns `bytes` unchanged; throws {@link FormatError} when there are not `length` of them. */
export function ofLength(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length)
    throw new FormatError('', `${bytes.length} bytes instead of ${length}`)
  return bytes
}

/**
 * Returns the validation id of validator `index` of the ConvertSubnetToL1Tx of a subnet (ACP-77).
 */
export function conversionValidationId(subnetId: Uint8Array, index: number): Uint8Array {
  return sha256(encode(conversionValidator, { subnetId, index }))
}

/**
 * Returns the validation id that a RegisterL1Validator payload creates: the hash of its bytes
 * (ACP-77).
 */
export function registrationValidationId(payload: Uint8Array): Uint8Array {
  return sha256(payload)
}

const conversionValidator = struct({ subnetId: id, index: u32 })

function withChecksum(bytes: Uint8Array): Uint8Array {
  return concatBytes(bytes, checksum(bytes))
}

function withoutChecksum(checked: Uint8Array): Uint8Array {
  if (checked.length < checksumLength) throw new FormatError('', 'too short for a checksum')
  const bytes = checked.slice(0, -checksumLength)
  if (!equalBytes(checksum(bytes), checked.subarray(-checksumLength)))
    throw new FormatError('', 'wrong checksum')
  return bytes
}

function base58Bytes(text: string): Uint8Array {
  try {
    if (text.length <= maxCb58) return base58.decode(text)
  } catch {
    // The library's messages carry no further information.
  }
  throw new FormatError('', 'not base58')
}
