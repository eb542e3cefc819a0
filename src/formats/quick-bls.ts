import { createRequire } from 'node:module'
import { aggregatePublicKeys, blsSign, blsVerify } from './bls.ts'

/** Signing and verifying as in `bls.ts`, or by an equivalent implementation. */
export interface QuickBls {
  /** Signs a message. */
  readonly sign: typeof blsSign
  /**
   * Returns whether a signature is that of all keys over one message.
   * @throws {@link FormatError} without keys, and for bytes that are no keys
   */
  verify(signature: Uint8Array, message: Uint8Array, publicKeys: readonly Uint8Array[]): boolean
}

/** Part of the native library that this module uses. */
interface NativeBls<Key, Signature> {
  /** Secret keys. */
  readonly SecretKey: {
    /** Reads a key of 32 bytes. */
    fromBytes(bytes: Uint8Array): {
      /** Signs a message. */
      sign(message: Uint8Array): {
        /** Returns the bytes of the signature. */
        toBytes(compressed: boolean): Uint8Array
      }
    }
  }
  /** Public keys. */
  readonly PublicKey: {
    /** Reads a key. */
    fromBytes(bytes: Uint8Array, validate: boolean): Key
  }
  /** Signatures. */
  readonly Signature: {
    /** Reads a signature. */
    fromBytes(bytes: Uint8Array, validate: boolean): Signature
  }
  /** Returns whether a signature is that of all keys over one message. */
  fastAggregateVerify(message: Uint8Array, keys: Key[], signature: Signature): boolean
}

/**
 * Returns signing and verifying with the native library, if available. It signs in 0.4 instead of
 * 14 ms and verifies five keys in 1 instead of 40 ms.
 */
export function quickBlsWith<Key, Signature>(
  native: NativeBls<Key, Signature> | undefined,
): QuickBls {
  const verify: QuickBls['verify'] = (signature, message, publicKeys) =>
    blsVerify(signature, message, aggregatePublicKeys(publicKeys))
  if (!native) return { sign: blsSign, verify }

  const { SecretKey, PublicKey, Signature } = native
  const accepts: QuickBls['verify'] = (signature, message, publicKeys) => {
    try {
      const keys = publicKeys.map((key) => PublicKey.fromBytes(key, true))
      return native.fastAggregateVerify(message, keys, Signature.fromBytes(signature, true))
    } catch {
      return false
    }
  }
  return {
    sign: (message, secretKey) =>
      new Uint8Array(SecretKey.fromBytes(secretKey).sign(message).toBytes(true)),
    // A rejection is rare, and the slow implementation explains it.
    verify: (...signed) => accepts(...signed) || verify(...signed),
  }
}

/** Returns the native library, which is not available for all machines. */
function nativeLibrary(): typeof import('@chainsafe/blst') | undefined {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
  const { excludeNetwork = false } = report
  // The package reads Node's report, which looks up the host names of all open connections.
  report.excludeNetwork = true
  try {
    return createRequire(import.meta.url)('@chainsafe/blst')
  } catch {
    return undefined
  } finally {
    report.excludeNetwork = excludeNetwork
  }
}

/** Fastest implementation on this machine. */
export const quickBls: QuickBls = quickBlsWith(nativeLibrary())
