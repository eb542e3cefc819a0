import { concatBytes } from '@noble/curves/utils.js'
import { FormatError } from './codec.ts'
import { conversionValidationId, registrationValidationId } from './ids.ts'

// Justifications that a signer needs to check a message of the P-chain: a subnet id, or
// avalanchego's protobuf message platformvm.L1ValidatorRegistrationJustification (ACP-77).

/** A validator that was named in a conversion, or was registered by a message. */
export type RegistrationJustification =
  /** Validator `index` of the ConvertSubnetToL1Tx of a subnet (32 bytes). */
  | { readonly type: 'ConversionValidator'; readonly subnetId: Uint8Array; readonly index: number }
  /** The bytes of a RegisterL1Validator payload. */
  | { readonly type: 'RegisteredValidator'; readonly payload: Uint8Array }

/** Justification of a message about a validator of an L1. */
export type Justification =
  /** Justification of SubnetToL1Conversion: the subnet (32 bytes). */
  { readonly type: 'Subnet'; readonly subnetId: Uint8Array } | RegistrationJustification

/**
 * Encodes the bytes that accompany a message; protobuf in canonical form, so index 0 is omitted.
 */
export function encodeJustification(justification: Justification): Uint8Array {
  switch (justification.type) {
    case 'Subnet':
      return justification.subnetId
    case 'ConversionValidator': {
      const { subnetId, index } = justification
      return lengthDelimited(1, concatBytes(lengthDelimited(1, subnetId), varintField(2, index)))
    }
    case 'RegisteredValidator':
      return lengthDelimited(2, justification.payload)
  }
}

/**
 * Decodes the justification in `bytes`: 32 bytes are a subnet id, all other lengths are protobuf.
 * Index 0 may be omitted or written. Throws {@link FormatError}, also on unknown fields.
 */
export function decodeJustification(bytes: Uint8Array): Justification {
  if (bytes.length === 32) return { type: 'Subnet', subnetId: Uint8Array.from(bytes) }
  const [field, ...others] = readFields(Uint8Array.from(bytes))
  if (!(field?.value instanceof Uint8Array) || others.length > 0)
    throw new FormatError('', 'neither a subnet id nor a registration justification')
  if (field.number === 1) return conversionValidator(field.value)
  if (field.number === 2) return { type: 'RegisteredValidator', payload: field.value }
  throw new FormatError('', `unknown field ${field.number}`)
}

/** Returns the validation id, 32 bytes, of the validator that a justification names. */
export function justifiedValidationId(justification: RegistrationJustification): Uint8Array {
  return justification.type === 'ConversionValidator'
    ? conversionValidationId(justification.subnetId, justification.index)
    : registrationValidationId(justification.payload)
}

function conversionValidator(bytes: Uint8Array): Justification {
  let subnetId: Uint8Array | undefined
  let index = 0
  for (const { number, value } of readFields(bytes)) {
    if (number === 1 && typeof value !== 'number') subnetId = value
    else if (number === 2 && typeof value === 'number') index = value
    else throw new FormatError('', `unknown field ${number} of a conversion validator`)
  }
  if (subnetId?.length !== 32) throw new FormatError('subnetId', 'not 32 bytes')
  return { type: 'ConversionValidator', subnetId, index }
}

// Protocol Buffers encoding. A tag is the field number and a wire type, here 0 for a varint or 2
// for bytes after their length.

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

function varintField(number: number, value: number): Uint8Array {
  return Uint8Array.from(value === 0 ? [] : [number * 8, ...varint(value)])
}

function lengthDelimited(number: number, value: Uint8Array): Uint8Array {
  return Uint8Array.from([number * 8 + 2, ...varint(value.length), ...value])
}

function readFields(bytes: Uint8Array) {
  let offset = 0
  const readVarint = () => {
    // Tags, lengths and indices are below 2^32, which takes up to five bytes.
    for (let value = 0, scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = bytes[offset++]
      if (byte === undefined) throw new FormatError('', 'ends inside a number')
      value += (byte % 128) * scale
      if (byte < 128 && value < 2 ** 32) return value
    }
    throw new FormatError('', 'number over 32 bits')
  }
  const fields: { number: number; value: Uint8Array | number }[] = []
  while (offset < bytes.length) {
    const tag = readVarint()
    const number = Math.floor(tag / 8)
    const value = readVarint()
    if (tag % 8 === 0) fields.push({ number, value })
    else if (tag % 8 === 2 && value <= bytes.length - offset) {
      fields.push({ number, value: bytes.slice(offset, offset + value) })
      offset += value
    } else throw new FormatError('', 'ends early or has an unknown wire type')
  }
  return fields
}
