import { aggregatePublicKeys, blsSign, blsVerify } from './bls.ts'

/** Signing and verifying as `bls.ts` does, or by something that gives the same. */
export interface QuickBls {
  readonly sign: typeof blsSign
  /**
   * Whether a signature is that of all keys over one message.
   * @throws {@link FormatError} without keys, and for bytes that are none
   */
  verify(signature: Uint8Array, message: Uint8Array, publicKeys: readonly Uint8Array[]): boolean
}

/** As much of the library in native code as this takes. */
interface NativeBls<Key, Signature> {
  readonly SecretKey: {
    fromBytes(bytes: Uint8Array): {
      sign(message: Uint8Array): { toBytes(compressed: boolean): Uint8Array }
    }
  }
  readonly PublicKey: { fromBytes(bytes: Uint8Array, validate: boolean): Key }
  readonly Signature: { fromBytes(bytes: Uint8Array, validate: boolean): Signature }
  fastAggregateVerify(message: Uint8Array, keys: Key[], signature: Signature): boolean
}

/** Signs by the library where there is one in 0.4 instead of 14 ms; verifies for five keys in 1 instead of 40. */
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
    // What it does not accept is rare, and the other one says why.
    verify: (...signed) => accepts(...signed) || verify(...signed),
  }
}

/** The quickest of this machine: the library is not there for all of them. */
export const quickBls: QuickBls = quickBlsWith(
  await import('@chainsafe/blst').then(
    // Modules of Node's older kind are the default export of themselves.
    (library) => library.default ?? library,
    () => undefined,
  ),
)
