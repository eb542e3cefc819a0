import { createHash } from 'node:crypto'
import {
  Address,
  BigIntPr,
  BlsPublicKey,
  BlsSignature,
  Bytes,
  bls,
  Id,
  Int,
  NodeId,
  PChainOwner,
  pvmSerial,
  utils,
} from '@avalabs/avalanchejs'
import { blsPublicKey } from '../../../dist/src/formats/bls.js'

// An L1 of the tests: they have the BLS secrets of its validators, so they sign what its manager
// asks the P-chain for.

const { codec, WarpSignature, WarpUnsignedMessage, AddressedCallPayloads } = pvmSerial.warp
const { AddressedCall, RegisterL1ValidatorMessage, L1ValidatorWeightMessage } =
  AddressedCallPayloads

/** Address of the L1's manager on its chain. */
export const manager = new Uint8Array(20).fill(0x4d)

/** A node with a BLS key. */
export interface Node {
  readonly nodeId: string
  readonly secret: bls.SecretKey
  readonly publicKey: Uint8Array
  readonly proof: Uint8Array
}

/** Returns the node of a seed byte, which is below 0x73: a key is below the order of the curve. */
export function nodeOf(seed: number): Node {
  const bytes = new Uint8Array(32).fill(seed)
  const secret = bls.secretKeyFromBytes(bytes)
  // avalanchejs has no method for it.
  const publicKey = blsPublicKey(bytes)
  return {
    nodeId: new NodeId(new Uint8Array(20).fill(seed)).toString(),
    ...{ secret, publicKey, proof: bls.signProofOfPossession(publicKey, secret) },
  }
}

/** Returns two nodes. The first is the first signer of messages too, since its key is less. */
export function twoNodes(): [Node, Node] {
  const pointOf = ({ publicKey }: Node) => bls.publicKeyFromBytes(publicKey).toRawBytes(false)
  const [one, other] = [nodeOf(0x11), nodeOf(0x22)]
  return Buffer.compare(pointOf(one), pointOf(other)) < 0 ? [one, other] : [other, one]
}

const version = new Uint8Array(2)

/** Returns a message from the manager of an L1, signed by its first validator alone. */
function signedMessage(chainId: string, signer: Node, message: Uint8Array): Uint8Array {
  const payload = new AddressedCall(new Address(manager), new Bytes(message))
  const unsigned = utils.concatBytes(
    version,
    new WarpUnsignedMessage(
      new Int(5),
      Id.fromString(chainId),
      new Bytes(utils.concatBytes(version, payload.toBytes(codec))),
    ).toBytes(codec),
  )
  const signature = BlsSignature.fromSignatureBytes(bls.sign(unsigned, signer.secret))
  const signed = new WarpSignature(new Bytes(Uint8Array.of(1)), signature)
  return utils.concatBytes(unsigned, codec.PackPrefix(signed))
}

/** Message of an L1's manager about a new validator. */
export interface Registration {
  readonly subnetId: string
  readonly chainId: string
  readonly node: Node
  /** Unix seconds, at most a day ahead. */
  readonly expiry: bigint
  readonly owner: Uint8Array
  readonly weight: bigint
}

/** Returns the message that asks for a validator, and the validation id that follows from it. */
export function registrationMessage(of: Registration, signer: Node) {
  const owner = PChainOwner.fromNative([of.owner])
  const message = utils.concatBytes(
    version,
    new RegisterL1ValidatorMessage(
      Id.fromString(of.subnetId),
      NodeId.fromString(of.node.nodeId),
      BlsPublicKey.fromPublicKeyBytes(of.node.publicKey),
      new BigIntPr(of.expiry),
      ...([owner, owner] as const),
      new BigIntPr(of.weight),
    ).toBytes(codec),
  )
  const validationId = utils.base58check.encode(createHash('sha256').update(message).digest())
  return { message: signedMessage(of.chainId, signer, message), validationId }
}

/** Returns the message that asks for the weight of a validator. */
export function weightMessage(
  of: { readonly chainId: string; readonly validationId: string; readonly nonce: bigint },
  weight: bigint,
  signer: Node,
): Uint8Array {
  const message = new L1ValidatorWeightMessage(
    Id.fromString(of.validationId),
    new BigIntPr(of.nonce),
    new BigIntPr(weight),
  )
  return signedMessage(of.chainId, signer, utils.concatBytes(version, message.toBytes(codec)))
}
