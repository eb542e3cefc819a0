import { encode } from '../../../formats/codec.ts'
import { L1Message } from '../../../formats/l1-messages.ts'
import { canonicalSet, chooseSigners } from '../../../formats/validator-sets.ts'
import { addressedCall } from '../../../formats/warp.ts'
import { signWarpMessage } from '../../../formats/warp-signatures.ts'
import { Impossible } from '../impossible.ts'
import type { Drafting } from '../state.ts'
import type { Subnet } from '../subnets/subnet-book.ts'

/** Quorum of the P-chain in percent: two thirds of the weight. */
const quorum = 67

/**
 * Builds the signed Warp message of an L1's manager contract to the P-chain. G-181
 * @throws Impossible when the L1's active validators have too little weight
 */
export function managerMessage(state: Drafting, subnet: Subnet, content: L1Message) {
  const { facts, l1Validators, nodes } = state
  if (!subnet.manager) throw new Error('only an L1 has a validator manager')
  const { managerChainId, managerAddress } = subnet.manager
  const unsigned = addressedCall(
    { networkId: facts.networkId, sourceChainId: managerChainId, sourceAddress: managerAddress },
    encode(L1Message, content),
  )
  const set = canonicalSet(
    l1Validators.of(subnet.id).map(({ nodeId, weight, paidUntil }) => {
      const bls = paidUntil === undefined ? undefined : nodes.find(nodeId)?.bls
      return {
        uncompressedPublicKey: bls?.uncompressedPublicKey,
        weight,
        secretKey: bls?.secretKey,
      }
    }),
  )
  const signers = chooseSigners(set, { quorum })
  const message =
    signers &&
    signWarpMessage(unsigned, set, signers, ({ members: [member] }) => {
      if (!member?.secretKey) throw new Error('a canonical validator has members with keys')
      return member.secretKey
    })
  if (!message)
    throw new Impossible('the active validators of the L1 have not enough weight to sign for it')
  return message
}
