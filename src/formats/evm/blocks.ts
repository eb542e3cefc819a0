import { FormatError } from '../codec.ts'
import { keccak256 } from '../keccak.ts'
import { corethHeader, subnetEvmHeader } from './headers.ts'
import {
  bytes,
  decodeRlp,
  encodeRlp,
  list,
  parseRlp,
  type RlpType,
  type RlpValue,
  record,
  uint,
} from './rlp.ts'
import { encodeItem } from './rlp-writer.ts'

const isList = (raw: Uint8Array) => (raw[0] ?? 0) >= 0xc0

/** Raw transaction: a byte string when typed, a nested list when legacy. */
const rawTransaction: RlpType<Uint8Array> = {
  write: (writer, raw) => writer.item(isList(raw) ? parseRlp(raw, '') : raw),
  fromItem(item, path) {
    if (Array.isArray(item)) return encodeItem(item)
    if (item.length === 0 || isList(item))
      throw new FormatError(path, 'byte string that is not a typed transaction')
    return item
  },
}

/** Block of the C-chain; extData holds its atomic transactions in linear codec. */
const corethBlock = record({
  header: corethHeader,
  transactions: list(rawTransaction),
  uncles: list(corethHeader),
  version: uint(32),
  extData: bytes,
})

/** Block of an L1 or subnet that runs subnet-evm. */
const subnetEvmBlock = record({
  header: subnetEvmHeader,
  transactions: list(rawTransaction),
  uncles: list(subnetEvmHeader),
})

/**
 * A C-chain block: raw transactions, no uncles, version 0, extData empty or with atomic
 * transactions.
 */
export type CorethBlock = RlpValue<typeof corethBlock>

/** A subnet-evm block: raw transactions, no uncles. */
export type SubnetEvmBlock = RlpValue<typeof subnetEvmBlock>

/** Encodes a C-chain block, the inner block of a container; throws {@link FormatError}. */
export function encodeCorethBlock(block: CorethBlock): Uint8Array {
  return encodeRlp(corethBlock, block)
}

/** Decodes a C-chain block; throws {@link FormatError}, also on trailing bytes. */
export function decodeCorethBlock(data: Uint8Array): CorethBlock {
  return decodeRlp(corethBlock, data)
}

/** Encodes a subnet-evm block; throws {@link FormatError}. */
export function encodeSubnetEvmBlock(block: SubnetEvmBlock): Uint8Array {
  return encodeRlp(subnetEvmBlock, block)
}

/** Decodes a subnet-evm block; throws {@link FormatError}, also on trailing bytes. */
export function decodeSubnetEvmBlock(data: Uint8Array): SubnetEvmBlock {
  return decodeRlp(subnetEvmBlock, data)
}

/**
 * Returns `extDataHash` of a C-chain header: keccak256 of the RLP of extData (the genesis has
 * zeros).
 */
export function extDataHash(extData: Uint8Array): Uint8Array {
  return keccak256(encodeItem(extData))
}
