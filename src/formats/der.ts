import { concatBytes } from '@noble/curves/utils.js'

/** Tags of the ASN.1 types in a certificate. */
export const tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  version: 0xa0,
  extensions: 0xa3,
}

/**
 * Encodes tag, length and contents of at most 65,535 bytes, in the distinguished encoding of X.690.
 */
export function der(type: number, ...parts: Uint8Array[]): Uint8Array {
  const contents = concatBytes(...parts)
  const { length } = contents
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return concatBytes(Uint8Array.of(type, ...lengthBytes), contents)
}

/** Encodes a small integer from 0 to 127. */
export function integer(value: number): Uint8Array {
  return der(tag.integer, Uint8Array.of(value))
}

/** Encodes an object identifier from the hex of its contents. */
export function objectId(hex: string): Uint8Array {
  return der(tag.objectId, Buffer.from(hex, 'hex'))
}

/** Encodes whole bytes as a bit string. */
export function bitString(bytes: Uint8Array): Uint8Array {
  return der(tag.bitString, Uint8Array.of(0), bytes)
}

/** Wraps encoded parts in a sequence. */
export function sequence(...parts: Uint8Array[]): Uint8Array {
  return der(tag.sequence, ...parts)
}
