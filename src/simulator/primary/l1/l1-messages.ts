import { encode } from '../../../formats/codec.ts'
import { parseId } from '../../../formats/ids.ts'
import { L1Message } from '../../../formats/l1-messages.ts'
import { chooseSigners } from '../../../formats/validator-sets.ts'
import { addressedCall } from '../../../formats/warp.ts'
import { signWarpMessage } from '../../../formats/warp-signatures.ts'
import { statement } from '../../../store/statement.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import type { Drafting } from '../state.ts'
import type { Subnet } from '../subnets/subnet-book.ts'
import { warpSigners } from './warp-signers.ts'

/** Quorum of the P-chain in percent: two thirds of the weight. */
const quorum = 67

/**
 * Builds the signed Warp message of an L1's manager contract to the P-chain. The validators of the
 * contract's chain sign it: for the C-chain those of the primary network. G-181
 * @throws ImpossibleError when the active validators whose secrets are known have too little weight
 */
export function managerMessage(state: Drafting, subnet: Subnet, content: L1Message) {
  const { facts } = state
  if (!subnet.manager) throw new Error('internal error: only an L1 has a validator manager')
  const { managerChainId, managerAddress } = subnet.manager
  const unsigned = addressedCall(
    { networkId: facts.networkId, sourceChainId: managerChainId, sourceAddress: managerAddress },
    encode(L1Message, content),
  )
  const set = warpSigners(state, subnetOfChain(state, managerChainId))
  const signers = chooseSigners(set, {
    quorum,
    canSign: ({ members }) => members.some(({ secretKey }) => secretKey),
  })
  const message =
    signers &&
    signWarpMessage(unsigned, set, signers, ({ members }) => {
      const secretKey = members.find((member) => member.secretKey)?.secretKey
      if (!secretKey)
        throw new Error('internal error: a validator without a known secret key was chosen to sign')
      return secretKey
    })
  if (!message)
    throw new ImpossibleError(
      "the active validators of the manager's chain do not have enough weight to sign for it",
    )
  return message
}

function subnetOfChain({ facts, store, ids }: Drafting, chainId: Uint8Array): Uint8Array {
  const row = store.get(selectChain, { network: facts.network, blockchainId: ids.id(chainId) })
  if (!row) throw new Error(`internal error: there is no blockchain ${ids.id(chainId)}`)
  return parseId(row.subnet_id)
}

const selectChain = statement<{ network: string; blockchainId: string }, { subnet_id: string }>(`
  SELECT subnet_id FROM blockchain WHERE network = :network AND blockchain_id = :blockchainId`)
