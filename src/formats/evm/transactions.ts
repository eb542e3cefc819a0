import { concatBytes } from '@noble/curves/utils.js'
import { FormatError } from '../codec.ts'
import { keccak256 } from '../keccak.ts'
import { recoverEvmAddress, type Signer, sign } from '../secp256k1.ts'
import { numberOfWord, wordOf } from '../words.ts'
import {
  address,
  bytes,
  decodeRlp,
  encodeEnveloped,
  encodeRlp,
  hash,
  list,
  type RlpRecord,
  type RlpType,
  record,
  uint,
  uint64,
  uint256,
} from './rlp.ts'

const nothing = new Uint8Array()

/** 20 bytes, or null (the empty string) for a transaction that creates a contract. */
const recipient: RlpType<Uint8Array | null> = {
  write(writer, to) {
    if (to === null) writer.string(nothing)
    else address.write(writer, to)
  },
  fromItem(item, path) {
    const to = bytes.fromItem(item, path)
    return to.length === 0 ? null : address.fromItem(to, path)
  },
}

const accessList = list(record({ address, storageKeys: list(hash) }))

/** Type 0. The chain id is part of v (EIP-155). */
const legacyFields = {
  nonce: uint64,
  gasPrice: uint256,
  gasLimit: uint64,
  to: recipient,
  value: uint256,
  data: bytes,
}

/** Type 1 (EIP-2930). */
const accessListFields = {
  chainId: uint256,
  nonce: uint64,
  gasPrice: uint256,
  gasLimit: uint64,
  to: recipient,
  value: uint256,
  data: bytes,
  accessList,
}

/** Type 2 (EIP-1559). */
const feeMarketFields = {
  chainId: uint256,
  nonce: uint64,
  maxPriorityFeePerGas: uint256,
  maxFeePerGas: uint256,
  gasLimit: uint64,
  to: recipient,
  value: uint256,
  data: bytes,
  accessList,
}

const typedSignature = { yParity: uint(1), r: uint256, s: uint256 }
const legacySignature = { v: uint256, r: uint256, s: uint256 }

const layouts = {
  legacy: {
    unprotected: record(legacyFields),
    protected: record({ ...legacyFields, chainId: uint256, r: uint256, s: uint256 }),
    signed: record({ ...legacyFields, ...legacySignature }),
  },
  accessList: {
    unsigned: record(accessListFields),
    signed: record({ ...accessListFields, ...typedSignature }),
  },
  feeMarket: {
    unsigned: record(feeMarketFields),
    signed: record({ ...feeMarketFields, ...typedSignature }),
  },
}

const creation = record({ sender: address, nonce: uint64 })

/**
 * Amounts and prices in wei. Without `chainId` it is valid on every chain (signed before EIP-155).
 */
export type LegacyTransaction = { type: 0; chainId?: bigint } & RlpRecord<typeof legacyFields>

/** Amounts and prices in wei (EIP-2930). */
export type AccessListTransaction = { type: 1 } & RlpRecord<typeof accessListFields>

/** Amounts and prices in wei (EIP-1559). */
export type FeeMarketTransaction = { type: 2 } & RlpRecord<typeof feeMarketFields>

/** An unsigned transaction; `to` is null when it creates a contract. */
export type EvmTransaction = LegacyTransaction | AccessListTransaction | FeeMarketTransaction

/** secp256k1 signature over {@link evmSigningHash}; yParity is 0 or 1 for every type. */
export type EvmSignature = RlpRecord<typeof typedSignature>

/** A transaction with its signature. */
export type SignedEvmTransaction = EvmTransaction & EvmSignature

/**
 * Returns the 32 bytes that the sender signs; throws {@link FormatError} on a field out of range.
 */
export function evmSigningHash(tx: EvmTransaction): Uint8Array {
  return keccak256(unsignedBytes(tx))
}

/** Signs `tx` as its sender, with a low s. */
export function signEvmTransaction<Tx extends EvmTransaction>(
  tx: Tx,
  signer: Signer,
): Tx & EvmSignature {
  const signature = sign(evmSigningHash(tx), signer)
  return Object.assign({}, tx, {
    yParity: BigInt(signature[64] ?? 0),
    r: numberOfWord(signature),
    s: numberOfWord(signature, 32),
  })
}

/** Encodes raw bytes as sent with eth_sendRawTransaction: type byte (none for type 0) and RLP. */
export function encodeEvmTransaction(tx: SignedEvmTransaction): Uint8Array {
  switch (tx.type) {
    case 0:
      return encodeRlp(layouts.legacy.signed, Object.assign({ v: legacyV(tx) }, tx))
    case 1:
      return encodeEnveloped(1, layouts.accessList.signed, tx)
    case 2:
      return encodeEnveloped(2, layouts.feeMarket.signed, tx)
  }
}

/**
 * Decodes the transaction in `raw`; throws {@link FormatError} on anything but types 0, 1 and 2.
 */
export function decodeEvmTransaction(raw: Uint8Array): SignedEvmTransaction {
  const [first = 0] = raw
  if (first >= 0xc0) return fromLegacy(decodeRlp(layouts.legacy.signed, raw))
  const body = raw.subarray(1)
  if (first === 1) return { type: 1, ...decodeRlp(layouts.accessList.signed, body) }
  if (first === 2) return { type: 2, ...decodeRlp(layouts.feeMarket.signed, body) }
  throw new FormatError('type', `unknown transaction type ${first}`)
}

/** Returns the transaction hash, 32 bytes: keccak256 of the raw bytes. */
export function evmTransactionHash(raw: Uint8Array): Uint8Array {
  return keccak256(raw)
}

/**
 * Returns the address of the signer, 20 bytes; throws {@link FormatError} when no key fits the
 * signature or its s is high (EIP-2).
 */
export function recoverEvmSender(tx: SignedEvmTransaction): Uint8Array {
  const parity = Uint8Array.of(Number(tx.yParity))
  const signature = concatBytes(wordOf(tx.r), wordOf(tx.s), parity)
  return recoverEvmAddress(evmSigningHash(tx), signature)
}

/**
 * Returns the address of the contract that `sender` creates with the transaction of this nonce
 * (CREATE).
 */
export function createdAddress(sender: Uint8Array, nonce: bigint): Uint8Array {
  return keccak256(encodeRlp(creation, { sender, nonce })).slice(12)
}

function unsignedBytes(tx: EvmTransaction): Uint8Array {
  switch (tx.type) {
    case 0: {
      const { chainId } = tx
      if (chainId === undefined) return encodeRlp(layouts.legacy.unprotected, tx)
      return encodeRlp(layouts.legacy.protected, Object.assign({}, tx, { chainId, r: 0n, s: 0n }))
    }
    case 1:
      return encodeEnveloped(1, layouts.accessList.unsigned, tx)
    case 2:
      return encodeEnveloped(2, layouts.feeMarket.unsigned, tx)
  }
}

function legacyV({ chainId, yParity }: LegacyTransaction & EvmSignature): bigint {
  return yParity + (chainId === undefined ? 27n : chainId * 2n + 35n)
}

function fromLegacy(
  decoded: RlpRecord<typeof legacyFields & typeof legacySignature>,
): LegacyTransaction & EvmSignature {
  const { v, ...rest } = decoded
  if (v === 27n || v === 28n) return { type: 0, ...rest, yParity: v - 27n }
  if (v < 35n) throw new FormatError('v', `${v} is not a recovery value`)
  return { type: 0, ...rest, chainId: (v - 35n) / 2n, yParity: (v - 35n) % 2n }
}
