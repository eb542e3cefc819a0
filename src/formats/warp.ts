import { bytes, type Decoded, decode, encode, FormatError, fixed, id, u32 } from './codec.ts'
import { bytes as abiBytes, address, bytes32, decodeAbi, tuple } from './evm/abi.ts'
import { abiEvent, indexed } from './evm/events.ts'
import { sha256 } from './hashes.ts'
import { struct, union, variant, versioned } from './layouts.ts'

// Warp: messages that the validators of a chain's subnet sign together (avalanchego
// vms/platformvm/warp).

const unsignedFields = { networkId: u32, sourceChainId: id, payload: bytes }

/** Message that validators sign; `payload` holds the bytes of a {@link WarpPayload}. */
export const UnsignedWarpMessage = versioned(0, struct(unsignedFields))
export type UnsignedWarpMessage = Decoded<typeof UnsignedWarpMessage>

/** Aggregate signature of 96 bytes; `signers` is a bit set over a canonical validator set. */
export const WarpSignature = union(
  variant(0, 'BitSetSignature', { signers: bytes, signature: fixed(96) }),
)
export type WarpSignature = Decoded<typeof WarpSignature>

/** An unsigned message and its signature; the bytes of the unsigned message are a prefix. */
export const SignedWarpMessage = versioned(
  0,
  struct({ ...unsignedFields, signature: WarpSignature }),
)
export type SignedWarpMessage = Decoded<typeof SignedWarpMessage>

/** Content of a chain's message. */
export const WarpPayload = versioned(
  0,
  union(
    // Attests that the source chain accepted this block.
    variant(0, 'Hash', { hash: id }),
    // A message of a contract (20 bytes), or of the P-chain (no bytes).
    variant(1, 'AddressedCall', { sourceAddress: bytes, payload: bytes }),
  ),
)
export type WarpPayload = Decoded<typeof WarpPayload>

/** Returns the Warp message id, 32 bytes: SHA-256 of the unsigned bytes. */
export function warpMessageId(unsignedBytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return sha256(unsignedBytes)
}

/** Returns the unsigned bytes at the start of a signed message; throws {@link FormatError}. */
export function unsignedBytesOf(signedBytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return encode(UnsignedWarpMessage, decode(SignedWarpMessage, signedBytes))
}

/**
 * Returns the bytes of the unsigned message in which an address of `sourceChainId` sends `payload`.
 */
export function addressedCall(
  source: { networkId: number; sourceChainId: Uint8Array; sourceAddress: Uint8Array },
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const { networkId, sourceChainId, sourceAddress } = source
  const call = encode(WarpPayload, { type: 'AddressedCall', sourceAddress, payload })
  return encode(UnsignedWarpMessage, { networkId, sourceChainId, payload: call })
}

/** The Warp precompile of every EVM chain (subnet-evm precompile/contracts/warp). */
export const warpPrecompile = Uint8Array.of(2, ...new Uint8Array(18), 5)

/** Log of {@link warpPrecompile}; `message` holds unsigned bytes, `messageId` their id. */
export const sendWarpMessageEvent = abiEvent('SendWarpMessage', {
  sender: indexed(address),
  messageId: indexed(bytes32),
  message: abiBytes,
})

const logData = tuple({ message: abiBytes })

/**
 * Returns the unsigned bytes in `input`, which is the data of a {@link sendWarpMessageEvent} log or
 * the bytes themselves, in this order of preference. Throws {@link FormatError} when it is neither.
 */
export function unwrapWarpMessage(input: Uint8Array): Uint8Array {
  const unsignedBytes = messageInLogData(input) ?? input
  decode(UnsignedWarpMessage, unsignedBytes)
  return unsignedBytes
}

function messageInLogData(input: Uint8Array): Uint8Array | undefined {
  try {
    return decodeAbi(logData, input).message
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
