import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { decode, FormatError } from '../../formats/codec.ts'
import { toHex } from '../../formats/ids.ts'
import {
  addressedCall,
  SignedWarpMessage,
  UnsignedWarpMessage,
  unsignedBytesOf,
  WarpPayload,
  warpMessageId,
  warpPrecompile,
} from '../../formats/warp.ts'
import { upgradeNames } from '../../networks/constants.ts'
import type { Era } from '../avalanche.ts'
import { bytesOf } from '../state.ts'
import type { EvmTransaction } from '../transaction.ts'
import type { VerifiedMessage, WarpHost } from './warp-host.ts'

/** Gas for the verification of a predicate. Source: coreth and subnet-evm, warp contract. */
interface PredicateGas {
  readonly base: number
  /** For each 32 bytes. */
  readonly chunk: number
  readonly signer: number
}

const durangoGas: PredicateGas = { base: 200_000, chunk: 3200, signer: 500 }
const graniteGas: PredicateGas = { base: 125_000, chunk: 512, signer: 250 }

/** Storage keys by contract, as a transaction lists them (EIP-2930). */
export type AccessList = readonly {
  readonly address: Uint8Array
  readonly storageKeys: readonly Uint8Array[]
}[]

/** What a chain knows of the messages of others. */
export interface WarpSource {
  readonly networkId: number
  /** 32 bytes. */
  readonly blockchainId: Uint8Array
  /** Returns whether the validators of a message's source sign it. */
  isSigned(sourceChainId: Uint8Array, unsigned: Uint8Array): boolean
}

/**
 * Returns what Warp adds to a transaction: its messages, and the gas of their verification. The
 * world's relayer lists messages without a signature, which have no signers (G-315).
 */
export function warpOf(
  accessList: AccessList,
  era: Era,
  source: WarpSource,
): Pick<EvmTransaction, 'predicateGas' | 'warp'> {
  const isActive = era !== 'launch' && upgradeNames.indexOf(era) >= upgradeNames.indexOf('durango')
  if (!isActive) return {}
  const gas = upgradeNames.indexOf(era) >= upgradeNames.indexOf('granite') ? graniteGas : durangoGas
  const predicateGas = new Map<number, number>()
  const carried: { unsigned: Uint8Array | undefined; slots: number }[] = []
  accessList.forEach(({ address, storageKeys }, place) => {
    if (!equalBytes(address, warpPrecompile)) return
    const { unsigned, signers } = carriedBy(storageKeys)
    const slots = storageKeys.length
    predicateGas.set(place, gas.base + gas.chunk * slots + gas.signer * signers)
    carried.push({ unsigned, slots })
  })
  return { predicateGas, warp: hostOf(source, carried) }
}

function hostOf(
  source: WarpSource,
  carried: readonly { unsigned: Uint8Array | undefined; slots: number }[],
): WarpHost {
  const { networkId, isSigned } = source
  return {
    // Read on demand: it may be a query.
    get blockchainId() {
      return source.blockchainId
    },
    verifiedMessage(index) {
      const found = carried[index]
      if (!found?.unsigned) return undefined
      const {
        sourceChainId,
        payload,
        networkId: target,
      } = decode(UnsignedWarpMessage, found.unsigned)
      if (target !== networkId || !isSigned(sourceChainId, found.unsigned)) return undefined
      return { slots: found.slots, sourceChainId, content: contentOf(payload) }
    },
    unsignedMessage(sender, payload) {
      const from = { networkId, sourceChainId: source.blockchainId, sourceAddress: bytesOf(sender) }
      const bytes = addressedCall(from, payload)
      return { id: warpMessageId(bytes), bytes }
    },
  }
}

function contentOf(payload: Uint8Array): VerifiedMessage['content'] {
  const content = attempt(() => decode(WarpPayload, payload))
  if (content?.type === 'Hash') return { kind: 'hash', hash: content.hash }
  if (content?.type !== 'AddressedCall' || content.sourceAddress.length !== 20) return undefined
  return { kind: 'call', sender: toHex(content.sourceAddress), payload: content.payload }
}

/**
 * Returns the message in the keys of a predicate: bytes, the delimiter 0xff, and zeros up to whole
 * words. Undefined where they hold none.
 */
function carriedBy(storageKeys: readonly Uint8Array[]): {
  unsigned: Uint8Array | undefined
  signers: number
} {
  const packed = concatBytes(...storageKeys)
  const end = packed.findLastIndex((byte) => byte !== 0)
  if (end < 0 || packed[end] !== 0xff) return { unsigned: undefined, signers: 0 }
  const message = packed.slice(0, end)
  const signed = attempt(() => decode(SignedWarpMessage, message))
  if (signed)
    return { unsigned: unsignedBytesOf(message), signers: bitsOf(signed.signature.signers) }
  const isUnsigned = attempt(() => decode(UnsignedWarpMessage, message)) !== undefined
  return { unsigned: isUnsigned ? message : undefined, signers: 0 }
}

function bitsOf(bytes: Uint8Array): number {
  let bits = 0
  for (const byte of bytes) for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1
  return bits
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
