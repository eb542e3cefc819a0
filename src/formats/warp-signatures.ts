import { signatureProblem, sumSecretKeys } from './bls.ts'
import { decode, encode, FormatError } from './codec.ts'
import { quickBls } from './quick-bls.ts'
import {
  type CanonicalSet,
  type CanonicalValidator,
  decodeBitSet,
  encodeBitSet,
  hasQuorum,
  type Validator,
  weightOf,
} from './validator-sets.ts'
import { SignedWarpMessage, UnsignedWarpMessage } from './warp.ts'

/**
 * Returns the bytes of the message signed by the validators at `signers` (distinct canonical
 * indices, at least one). Any number of signers costs one BLS signature. Throws {@link FormatError}
 * when the bytes are no unsigned message or an index is not in the set.
 */
export function signWarpMessage<V extends Validator>(
  unsignedBytes: Uint8Array,
  set: CanonicalSet<V>,
  signers: readonly number[],
  secretKeyOf: (validator: CanonicalValidator<V>) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const secretKeys = validatorsAt(set, signers).map(secretKeyOf)
  return encode(SignedWarpMessage, {
    ...decode(UnsignedWarpMessage, unsignedBytes),
    signature: {
      type: 'BitSetSignature',
      signers: encodeBitSet(signers),
      signature: quickBls.sign(unsignedBytes, sumSecretKeys(secretKeys)),
    },
  })
}

/**
 * Returns why a verifier with this set, requiring `quorum` percent of its weight, refuses a signed
 * message, in the node's words; undefined when it accepts it.
 */
export function warpRefusal(
  signedBytes: Uint8Array,
  set: CanonicalSet<Validator>,
  quorum: number,
): string | undefined {
  try {
    const message = decode(SignedWarpMessage, signedBytes)
    const { signers: bitSet, signature } = message.signature
    if (bitSet[0] === 0) return 'bitset is invalid'
    const signers = decodeBitSet(bitSet)
    const [last = -1, count] = [signers.at(-1), set.validators.length]
    if (last >= count)
      return `unknown validator: NumIndices (${last}) >= NumFilteredValidators (${count})`
    if (!hasQuorum(weightOf(set, signers), set.totalWeight, quorum))
      return `signature weight is insufficient: ${quorum}*${set.totalWeight} > 100*${weightOf(set, signers)}`
    const publicKeys = validatorsAt(set, signers).map(({ publicKey }) => publicKey)
    const unsignedBytes = encode(UnsignedWarpMessage, message)
    if (quickBls.verify(signature, unsignedBytes, publicKeys)) return undefined
    const problem = signatureProblem(signature)
    return problem ? `failed to parse signature: ${problem}` : 'signature is invalid'
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

function validatorsAt<V extends Validator>(set: CanonicalSet<V>, indices: readonly number[]) {
  return indices.map((index) => {
    const validator = set.validators[index]
    if (validator) return validator
    throw new FormatError(
      'signers',
      `there is no validator ${index} in a set of ${set.validators.length}`,
    )
  })
}
