import { encode } from '../../formats/codec.ts'
import { L1Message } from '../../formats/l1-messages.ts'
import { canonicalSet, chooseSigners } from '../../formats/validator-sets.ts'
import { addressedCall } from '../../formats/warp.ts'
import { signWarpMessage } from '../../formats/warp-signatures.ts'
import type { Drafting, Subnet } from './state.ts'

/** What the P-chain asks for: two thirds of the weight. */
const quorum = 67

/**
 * The signed Warp message in which an L1's manager contract tells the P-chain something, with the
 * payload. @throws when the L1's active validators have not enough weight
 */
export function managerMessage(state: Drafting, subnet: Subnet, content: L1Message) {
  const { facts, l1Validators } = state
  if (!subnet.conversion) throw new Error('only an L1 has a validator manager')
  const { managerChainId, managerAddress } = subnet.conversion
  const payload = encode(L1Message, content)
  const unsigned = addressedCall(
    { networkId: facts.networkId, sourceChainId: managerChainId, sourceAddress: managerAddress },
    payload,
  )
  const set = canonicalSet(
    l1Validators.of(subnet.id).map(({ node, weight, paidUntil }) => ({
      uncompressedPublicKey: paidUntil === undefined ? undefined : node.bls.uncompressedPublicKey,
      weight,
      secretKey: node.bls.secretKey,
    })),
  )
  const signers = chooseSigners(set, { quorum })
  const message =
    signers &&
    signWarpMessage(unsigned, set, signers, ({ members: [member] }) => {
      if (!member) throw new Error('a canonical validator has members')
      return member.secretKey
    })
  if (!message) throw new Error('the active validators of an L1 cannot sign for it')
  return { payload, message }
}
