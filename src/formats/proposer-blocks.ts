import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import { bytes, type Decoded, decode, encode, FormatError, i64, id, u64 } from './codec.ts'
import { sha256 } from './hashes.ts'
import { nodeIdOf } from './ids.ts'
import { struct, union, variant, versioned } from './layouts.ts'

// Outer blocks, the containers of the block indices (avalanchego vms/proposervm/block, ACP-181).
// Parents are outer ids, timestamps seconds, certificates DER. A block without certificate is
// unsigned and has an empty signature.

const blockFields = {
  parentId: id,
  timestamp: i64,
  pChainHeight: u64,
  certificate: bytes,
  innerBlock: bytes,
}
const epoch = struct({ pChainHeight: u64, number: u64, startTime: i64 })
const option = variant(1, 'Option', { parentId: id, innerBlock: bytes })

/** Outer blocks: an option wraps a commit or abort block, a Granite block names its epoch. */
export const ProposerBlock = versioned(
  0,
  union(
    variant(0, 'Block', { ...blockFields, signature: bytes }),
    option,
    variant(2, 'GraniteBlock', { ...blockFields, epoch, signature: bytes }),
  ),
)
export type ProposerBlock = Decoded<typeof ProposerBlock>

/** Outer blocks without their signature, which the id does not cover. */
export const UnsignedProposerBlock = versioned(
  0,
  union(
    variant(0, 'Block', blockFields),
    option,
    variant(2, 'GraniteBlock', { ...blockFields, epoch }),
  ),
)
export type UnsignedProposerBlock = Decoded<typeof UnsignedProposerBlock>

/** Encodes an outer block; throws {@link FormatError}, also for an epoch of zeros. */
export function encodeProposerBlock(block: ProposerBlock): Uint8Array {
  refuseZeroEpoch(block)
  return encode(ProposerBlock, block)
}

/** Decodes the outer block in `bytes`; throws {@link FormatError}, also for an epoch of zeros. */
export function decodeProposerBlock(bytes: Uint8Array): ProposerBlock {
  const block = decode(ProposerBlock, bytes)
  refuseZeroEpoch(block)
  return block
}

/**
 * Returns the id of an outer block, 32 bytes: SHA-256 of its bytes without signature and its
 * length.
 */
export function proposerBlockId(block: UnsignedProposerBlock): Uint8Array<ArrayBuffer> {
  return sha256(encode(UnsignedProposerBlock, block))
}

/** Returns the NodeID, 20 bytes, of the proposer; undefined for options and unsigned blocks. */
export function proposerOf(block: UnsignedProposerBlock): Uint8Array | undefined {
  if (block.type === 'Option' || block.certificate.length === 0) return undefined
  return nodeIdOf(block.certificate)
}

/**
 * Returns the 98 bytes that a proposer signs by ECDSA over P-256 and SHA-256. The chain id binds a
 * block to its chain.
 * @param blockId id of the block, for callers that know it already
 */
export function proposerHeader(
  chainId: Uint8Array,
  block: UnsignedProposerBlock,
  blockId = proposerBlockId(block),
): Uint8Array<ArrayBuffer> {
  return encode(header, { chainId, parentId: block.parentId, blockId })
}

/**
 * Returns whether the signature of a block fits its certificate. That is a valid signature for this
 * chain by RSA (2,048 or 4,096 bits, exponent 65,537) or P-256, or none without a certificate.
 */
export function hasValidSignature(chainId: Uint8Array, block: ProposerBlock): boolean {
  if (block.type === 'Option') return true
  const { certificate, signature } = block
  if (certificate.length === 0) return signature.length === 0
  try {
    const key = new X509Certificate(certificate).publicKey
    return isStakingKey(key) && verify('sha256', proposerHeader(chainId, block), key, signature)
  } catch {
    return false
  }
}

const header = versioned(0, struct({ chainId: id, parentId: id, blockId: id }))

function isStakingKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { namedCurve, modulusLength, publicExponent } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1'
  return (
    asymmetricKeyType === 'rsa' &&
    (modulusLength === 2048 || modulusLength === 4096) &&
    publicExponent === 65_537n
  )
}

function refuseZeroEpoch(block: ProposerBlock): void {
  if (block.type !== 'GraniteBlock') return
  const { pChainHeight, number, startTime } = block.epoch
  if (pChainHeight === 0n && number === 0n && startTime === 0n)
    throw new FormatError('epoch', 'an id of zeros only')
}
