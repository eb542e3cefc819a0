import { concatBytes } from '@noble/curves/utils.js'
import { decode, encode, FormatError, type Schema } from './codec.ts'
import { sha256 } from './hashes.ts'
import { idOf, toHex } from './ids.ts'
import { embedded, list, struct, versioned } from './layouts.ts'
import { recover, type Signer, sign } from './secp256k1.ts'

/** A transaction with its credentials: one per input, then one per authorization. */
export interface Signed<Transaction, Credential> {
  readonly unsigned: Transaction
  readonly credentials: readonly Credential[]
}

/** A signed transaction, its bytes and its 32-byte id. */
export interface Issued<Transaction, Credential> extends Signed<Transaction, Credential> {
  readonly bytes: Uint8Array
  readonly id: Uint8Array
}

/** Requirements for one credential of a transaction. */
export interface CredentialSlot<Credential extends AnyCredential = AnyCredential> {
  readonly type: Credential['type']
  /** Number of signatures. */
  readonly signatures: number
}

/** Layouts of the transactions of one chain, and operations on them. */
export interface TransactionFormat<Transaction, Credential> {
  /** Codec version 0 and the transaction: the bytes whose SHA-256 is signed. */
  readonly unsigned: Schema<Transaction>
  /** Codec version 0, the transaction, its credentials. */
  readonly signed: Schema<Signed<Transaction, Credential>>
  /** A signed transaction in a block, stored as its whole bytes; on the wire without version. */
  readonly embedded: Schema<Uint8Array>
  /** Encodes a signed transaction; throws {@link FormatError}. */
  encode(signed: Signed<Transaction, Credential>): Uint8Array
  /** Decodes a signed transaction and adds its bytes and its id; throws {@link FormatError}. */
  decode(bytes: Uint8Array): Issued<Transaction, Credential>
  /** Returns the credentials that `transaction` needs, in order. */
  credentialSlots(transaction: Transaction): readonly CredentialSlot[]
  /**
   * Signs with 32-byte secret keys: for each credential slot the keys in the order of the signature
   * indices. Throws {@link FormatError} when they do not fit the slots.
   */
  sign(
    transaction: Transaction,
    keys: readonly (readonly Signer[])[],
  ): Issued<Transaction, Credential>
  /** Returns the public keys (33 bytes) that signed, per credential; throws {@link FormatError}. */
  recoverSigners(signed: Signed<Transaction, Credential>): Uint8Array[][]
}

/** Common members of the credentials of every fx. */
export interface AnyCredential {
  readonly type: string
  readonly signatures: readonly Uint8Array[]
}

/**
 * Returns the format of a chain: its transaction table, its credential table, its credential rule.
 */
export function transactionFormat<Transaction, Credential extends AnyCredential>(
  transactions: Schema<Transaction>,
  credentials: Schema<Credential>,
  credentialSlots: (transaction: Transaction) => readonly CredentialSlot<Credential>[],
): TransactionFormat<Transaction, Credential> {
  const unsigned = versioned(0, transactions)
  const credentialList = list(credentials)
  const content = struct({ unsigned: transactions, credentials: credentialList })
  const signed = versioned(0, content)

  return {
    unsigned,
    signed,
    embedded: embedded(content),
    encode: (value) => encode(signed, value),
    decode(bytes) {
      return { ...decode(signed, bytes), bytes, id: idOf(bytes) }
    },
    credentialSlots,
    sign(transaction, keys) {
      const unsignedBytes = encode(unsigned, transaction)
      const slots = credentialSlots(transaction)
      if (keys.length !== slots.length)
        throw new FormatError(
          'keys',
          `${keys.length} lists of keys were given for ${slots.length} credentials`,
        )
      const signWith = signerOf(sha256(unsignedBytes))
      const made = slots.map(({ type, signatures }, index) => {
        const signers = keys[index] ?? []
        if (signers.length !== signatures)
          throw new FormatError(
            `keys[${index}]`,
            `${signers.length} keys were given for ${signatures} signatures`,
          )
        // Credentials of every fx consist of their type and their signatures.
        return { type, signatures: signers.map(signWith) } as unknown as Credential
      })
      const bytes = concatBytes(unsignedBytes, encode(credentialList, made))
      return { unsigned: transaction, credentials: made, bytes, id: idOf(bytes) }
    },
    recoverSigners(value) {
      const hash = sha256(encode(unsigned, value.unsigned))
      // A key that signs several inputs gives equal signatures.
      const known = new Map<string, Uint8Array>()
      return value.credentials.map((credential) =>
        credential.signatures.map((signature) => {
          const text = toHex(signature)
          const key = known.get(text) ?? recover(hash, signature)
          known.set(text, key)
          return key
        }),
      )
    },
  }
}

/** Signs one hash; an owner of several inputs signs once. */
function signerOf(hash: Uint8Array): (signer: Signer) => Uint8Array {
  const known = new Map<Signer, Uint8Array>()
  return (signer) => {
    const signature = known.get(signer) ?? sign(hash, signer)
    known.set(signer, signature)
    return signature
  }
}
