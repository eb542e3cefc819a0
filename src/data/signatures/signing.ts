import { type BlsPool, loadBlsPool } from '../../formats/bls-pool.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { badRequest, notFound, quoteInput } from '../../http/response/errors.ts'
import type { Network } from '../../networks/network.ts'
import type { World } from '../../world/world.ts'
import { aggregate, readMessage } from './aggregation.ts'
import { messageOfJustification, messageOfTransaction } from './platform-messages.ts'
import { canonicalSubnetId, subnetExists } from './validator-set.ts'

/*
 * Code of the two routes of signatures that loads late, in one module: the curves behind it would
 * slow down every start.
 */

/** Message to sign, with the required signers. */
export interface SigningRequest {
  readonly network: Network
  readonly message: Uint8Array | undefined
  /** Justification, used when there is no message. */
  readonly justification: Uint8Array
  /** Subnet id as 32 bytes in hex or cb58; absent: the subnet of the message's source chain. */
  readonly signingSubnetId: string | undefined
  /** Percent of the weight. */
  readonly quorum: number
  readonly buffer: number
  readonly height: number
}

/** Loads the keys once. The signing functions read one state of a world, so they do not wait. */
export const signingKeys = loadBlsPool

/**
 * Signs the requested message.
 * @returns signed message in hex; 400 and 404 as `aggregateSignatures` documents them
 */
export function signRequested(world: World, pool: BlsPool, requested: SigningRequest): string {
  const { network, message, justification, signingSubnetId, quorum, buffer, height } = requested
  const unsigned = message
    ? readMessage(network, message)
    : messageOfJustification(world, network, justification)
  const subnetId = signingSubnet(world, network, signingSubnetId)
  return aggregate(world, pool, { network, unsigned, subnetId, quorum, buffer, height })
}

const defaultQuorum = 67

/**
 * Signs the P-chain's message about a transaction.
 * @returns undefined when the P-chain has no message about a transaction of this type
 */
export function signAboutTransaction(
  world: World,
  pool: BlsPool,
  network: Network,
  bytes: Uint8Array,
): string | undefined {
  const message = messageOfTransaction(world, network, bytes)
  return (
    message &&
    aggregate(world, pool, { network, ...message, quorum: defaultQuorum, buffer: 0, height: 0 })
  )
}

function signingSubnet(
  world: World,
  network: Network,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined
  let subnetId: string
  try {
    subnetId = encodeCb58(canonicalSubnetId(text))
  } catch {
    throw badRequest(`signingSubnetId must be 32 bytes in hex or cb58, not ${quoteInput(text)}`)
  }
  if (!subnetExists(world, network, subnetId))
    throw notFound(`Subnet ${subnetId} does not exist on ${network}`)
  return subnetId
}
