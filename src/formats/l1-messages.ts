import { bool, bytes, type Decoded, decode, encode, FormatError, fixed, id, u64 } from './codec.ts'
import { sha256 } from './hashes.ts'
import { primaryNetworkIdBytes } from './ids.ts'
import { list, struct, union, variant, versioned } from './layouts.ts'
import { PChainOwner, type PlatformTransaction } from './p-chain-transactions.ts'
import { addressedCall, UnsignedWarpMessage, WarpPayload } from './warp.ts'

/**
 * Messages between an L1 and the P-chain, carried by an AddressedCall (ACP-77, avalanchego
 * vms/platformvm/warp/message). Expiry in Unix seconds, node ids of 20 bytes after a length.
 */
export const L1Message = versioned(
  0,
  union(
    // From the P-chain: a subnet has become an L1 with certain validators.
    variant(0, 'SubnetToL1Conversion', { conversionId: id }),
    // To the P-chain: add a validator. The SHA-256 of the whole payload is its validation id.
    variant(1, 'RegisterL1Validator', {
      subnetId: id,
      nodeId: bytes,
      blsPublicKey: fixed(48),
      expiry: u64,
      remainingBalanceOwner: PChainOwner,
      disableOwner: PChainOwner,
      weight: u64,
    }),
    // From the P-chain: the validator was registered, or is not and will never be.
    variant(2, 'L1ValidatorRegistration', { validationId: id, registered: bool }),
    // To the P-chain: set a weight (0 removes). From it: the weight was set.
    variant(3, 'L1ValidatorWeight', { validationId: id, nonce: u64, weight: u64 }),
  ),
)
export type L1Message = Decoded<typeof L1Message>

/** Preimage of a conversion id: validators in the order of the ConvertSubnetToL1Tx. */
export const SubnetConversion = versioned(
  0,
  struct({
    subnetId: id,
    managerChainId: id,
    managerAddress: bytes,
    validators: list(struct({ nodeId: bytes, blsPublicKey: fixed(48), weight: u64 })),
  }),
)
export type SubnetConversion = Decoded<typeof SubnetConversion>

/** Returns the conversion id, 32 bytes; throws {@link FormatError} when a field does not fit. */
export function conversionIdOf(conversion: SubnetConversion): Uint8Array<ArrayBuffer> {
  return sha256(encode(SubnetConversion, conversion))
}

/** Returns the id of the conversion that a transaction makes, 32 bytes. */
export const conversionIdOfTransaction = (
  conversion: Extract<PlatformTransaction, { readonly type: 'ConvertSubnetToL1Tx' }>,
): Uint8Array<ArrayBuffer> =>
  conversionIdOf({
    ...conversion,
    validators: conversion.validators.map(({ nodeId, weight, signer }) => ({
      nodeId,
      weight,
      blsPublicKey: signer.publicKey,
    })),
  })

/** Returns the bytes of the unsigned Warp message in which the P-chain sends `message`. */
export function platformMessage(networkId: number, message: L1Message): Uint8Array<ArrayBuffer> {
  return addressedCall(
    { networkId, sourceChainId: primaryNetworkIdBytes, sourceAddress: new Uint8Array() },
    encode(L1Message, message),
  )
}

/**
 * Decodes the L1 message in unsigned Warp bytes; throws {@link FormatError} when they carry none.
 */
export function l1MessageIn(unsignedBytes: Uint8Array): L1Message {
  const payload = decode(WarpPayload, decode(UnsignedWarpMessage, unsignedBytes).payload)
  if (payload.type !== 'AddressedCall') throw new FormatError('payload', 'not an addressed call')
  return decode(L1Message, payload.payload)
}
