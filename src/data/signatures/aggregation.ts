import type { BlsPool } from '../../formats/bls-pool.ts'
import { decode, FormatError } from '../../formats/codec.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import {
  type CanonicalSet,
  type CanonicalValidator,
  chooseSigners,
} from '../../formats/validator-sets.ts'
import { UnsignedWarpMessage, unwrapWarpMessage, WarpPayload } from '../../formats/warp.ts'
import { signWarpMessage } from '../../formats/warp-signatures.ts'
import { badRequest, notFound } from '../../http/response/errors.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { perRevision } from '../../world/per-revision.ts'
import type { World } from '../../world/world.ts'
import { isEmitted } from './platform-messages.ts'
import {
  platformHeight,
  type SigningValidator,
  subnetOfChain,
  validatorsAt,
} from './validator-set.ts'

export interface Aggregation {
  readonly network: Network
  /** Bytes of an unsigned Warp message. */
  readonly unsigned: Uint8Array
  /** Subnet id in cb58; undefined: the subnet of the message's source chain. */
  readonly subnetId: string | undefined
  readonly quorum: number
  readonly buffer: number
  /** P-chain height of the validator set; 0 for the current one. */
  readonly height: number
}

/**
 * Returns the signed message, hex without 0x, in the form of the stand-alone aggregator. It needs
 * one signing operation for any number of signers, since the world knows their secrets.
 * @throws 404 for an unknown source chain, 400 for an unusable message or too little weight
 */
export function aggregate(world: World, pool: BlsPool, requested: Aggregation): string {
  const { network, unsigned, quorum, buffer } = requested
  const subnetId = requested.subnetId ?? sourceSubnet(world, network, unsigned)
  const height = signingHeight(world, requested)
  // G-44
  if (world.signing === 'emitted' && !isEmitted(world, network, unsigned))
    throw badRequest('failed to collect a threshold of signatures: the message was never emitted')

  const set = signingSet(world, pool, network, subnetId, height)
  if (set.validators.length === 0)
    throw badRequest(`the subnet ${subnetId} has no validators that can sign at height ${height}`)
  const silent = silentIn(set, world.scenarios['partial-signatures']?.share ?? 0)
  const canSign = (validator: CanonicalValidator<SigningValidator>) =>
    !silent.has(validator) && validator.members.some(({ poolIndex }) => poolIndex !== undefined)
  const signers = chooseSigners(set, { quorum, buffer, canSign })
  // G-43: a 5xx would make the official clients retry for minutes.
  if (!signers)
    throw badRequest(
      `failed to collect a threshold of signatures: ${quorum} percent of the weight ${set.totalWeight} cannot be reached`,
    )
  const signed = signWarpMessage(unsigned, set, signers, ({ members }) => secretKey(pool, members))
  return Buffer.from(signed).toString('hex')
}

/** Returns the first validators in canonical order that together have this share of the weight. */
function silentIn(
  { validators, totalWeight }: CanonicalSet<SigningValidator>,
  share: number,
): ReadonlySet<CanonicalValidator<SigningValidator>> {
  const silent = new Set<CanonicalValidator<SigningValidator>>()
  let weight = 0n
  for (const validator of validators) {
    if (Number(weight) >= share * Number(totalWeight)) break
    weight += validator.weight
    silent.add(validator)
  }
  return silent
}

function sourceSubnet(world: World, network: Network, unsigned: Uint8Array): string {
  const { sourceChainId } = decode(UnsignedWarpMessage, unsigned)
  const blockchainId = encodeCb58(sourceChainId)
  const subnetId = subnetOfChain(world, network, blockchainId)
  if (subnetId === undefined)
    throw notFound(`source blockchain not found for chain ID ${blockchainId}`)
  return subnetId
}

/**
 * Returns the unsigned message in the bytes of a client: bare, or as the data of a log.
 * @throws 400 unless it is one of this network with a known kind of payload
 */
export function readMessage(network: Network, sent: Uint8Array): Uint8Array {
  try {
    const unsigned = unwrapWarpMessage(sent)
    const { networkId, payload } = decode(UnsignedWarpMessage, unsigned)
    const expected = networkConstants[network].networkId
    if (networkId !== expected)
      throw badRequest(`message must be of network ${expected}, not ${networkId}`)
    decode(WarpPayload, payload)
    return unsigned
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw badRequest(`Error unpacking warp message: ${error.message}`)
  }
}

function signingHeight(world: World, { network, height }: Aggregation): number {
  const newest = platformHeight(world, network)
  if (height > newest) throw badRequest(`pChainHeight must be from 0 to ${newest}, not ${height}`)
  return height === 0 ? newest : height
}

function secretKey(pool: BlsPool, members: readonly SigningValidator[]): Uint8Array {
  const index = members.find(({ poolIndex }) => poolIndex !== undefined)?.poolIndex
  if (index === undefined)
    throw new Error('internal error: a validator without a known key was chosen to sign')
  return pool.key(index).secretKey
}

const setsOf = perRevision(() => new Map<string, CanonicalSet<SigningValidator>>())
const maxSets = 64

/**
 * Returns the validator set at a height. It never changes after the height is accepted, so the last
 * few are cached.
 */
function signingSet(
  world: World,
  pool: BlsPool,
  network: Network,
  subnetId: string,
  height: number,
): CanonicalSet<SigningValidator> {
  const sets = setsOf(world)
  const key = `${network} ${subnetId} ${height}`
  const known = sets.get(key)
  if (known) return known
  const set = validatorsAt(world, pool, network, subnetId, height)
  const oldest = sets.keys().next()
  if (sets.size >= maxSets && !oldest.done) sets.delete(oldest.value)
  sets.set(key, set)
  return set
}
