import { numberToVarBytesBE } from '@noble/curves/utils.js'
import { FormatError } from './codec.ts'

// Canonical validator sets, their bit sets and quorums (avalanchego vms/platformvm/warp).

/** A validator of a subnet at some height. */
export interface Validator {
  /** x ‖ y, 96 bytes; undefined for a validator without a BLS key, which cannot sign. */
  readonly uncompressedPublicKey: Uint8Array | undefined
  readonly weight: bigint
}

/** All validators that share a key; together they have one position and one signature. */
export interface CanonicalValidator<V extends Validator> {
  /** x ‖ y, 96 bytes. */
  readonly publicKey: Uint8Array
  /** Sum over the members. */
  readonly weight: bigint
  readonly members: readonly V[]
}

/** Validators in ascending order of their 96-byte keys: the order that bit sets refer to. */
export interface CanonicalSet<V extends Validator> {
  readonly validators: readonly CanonicalValidator<V>[]
  /** Weight of all validators, including those without a key. */
  readonly totalWeight: bigint
}

/** Builds the canonical set of `validators`, which may come in any order. */
export function canonicalSet<V extends Validator>(validators: Iterable<V>): CanonicalSet<V> {
  let totalWeight = 0n
  const byKey = new Map<string, { publicKey: Uint8Array; weight: bigint; members: V[] }>()
  for (const validator of validators) {
    totalWeight += validator.weight
    const publicKey = validator.uncompressedPublicKey
    if (!publicKey) continue
    const key = Buffer.from(publicKey).toString('hex')
    const entry = byKey.get(key) ?? { publicKey, weight: 0n, members: [] }
    entry.weight += validator.weight
    entry.members.push(validator)
    byKey.set(key, entry)
  }
  const ascending = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  return { validators: ascending, totalWeight }
}

/**
 * Encodes a big-endian bit set, bit i for index i, in minimal length. An empty list gives no bytes.
 */
export function encodeBitSet(indices: Iterable<number>): Uint8Array {
  const bits = [...indices].reduce((set, index) => set | (1n << BigInt(index)), 0n)
  return bits === 0n ? new Uint8Array() : numberToVarBytesBE(bits)
}

/** Decodes a bit set into ascending indices; throws {@link FormatError} on a leading zero byte. */
export function decodeBitSet(bitSet: Uint8Array): number[] {
  if (bitSet[0] === 0) throw new FormatError('signers', 'bit set with a leading zero byte')
  const indices: number[] = []
  bitSet.toReversed().forEach((byte, position) => {
    for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) indices.push(position * 8 + bit)
  })
  return indices
}

/** Returns the smallest weight that is `quorum` percent of `totalWeight`: rounded up. */
export function requiredWeight(totalWeight: bigint, quorum: number): bigint {
  return (totalWeight * BigInt(quorum) + 99n) / 100n
}

/** Returns whether a Warp verifier that requires `quorum` percent accepts this weight. */
export function hasQuorum(signedWeight: bigint, totalWeight: bigint, quorum: number): boolean {
  return BigInt(quorum) * totalWeight <= 100n * signedWeight
}

/** Sums the weight of the validators at these canonical indices. */
export function weightOf(set: CanonicalSet<Validator>, indices: Iterable<number>): bigint {
  let weight = 0n
  for (const index of indices) weight += set.validators[index]?.weight ?? 0n
  return weight
}

/**
 * Chooses the fewest signers, heaviest first and at least one, that reach `quorum + buffer`
 * percent, or failing that `quorum` percent. Returns ascending canonical indices; undefined when
 * even `quorum` is out of reach.
 */
export function chooseSigners<V extends Validator>(
  set: CanonicalSet<V>,
  options: {
    quorum: number
    buffer?: number
    /** Returns false for a validator that does not respond; its weight stays in the total. */
    canSign?: (validator: CanonicalValidator<V>) => boolean
  },
): number[] | undefined {
  const { quorum, buffer = 0, canSign = () => true } = options
  const candidates = set.validators
    .map((validator, index) => ({ index, validator, weight: validator.weight }))
    .filter(({ validator }) => canSign(validator))
    .sort((a, b) => Number(b.weight > a.weight) - Number(b.weight < a.weight))

  const reach = (percent: number): number[] | undefined => {
    let weight = 0n
    const chosen: number[] = []
    for (const candidate of candidates) {
      weight += candidate.weight
      chosen.push(candidate.index)
      if (hasQuorum(weight, set.totalWeight, percent)) return chosen.sort((a, b) => a - b)
    }
    return undefined
  }
  return reach(quorum + buffer) ?? reach(quorum)
}
