import { defineMethod, type Method } from '../../json-rpc/method.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { epochAfter, readLastProposal } from '../../simulator/primary/last-proposal.ts'
import type { World } from '../../world/world.ts'
import { lastBlockOf } from '../platform/chain.ts'
import { presentOf } from '../platform/fees.ts'

/** Methods of the proposers of a chain. Source: avalanchego vms/proposervm/service.go. */
export const proposerMethods = (chain: PrimaryChain): readonly Method[] => [
  defineMethod('proposervm.getCurrentEpoch', {}, (world) => {
    const last = lastProposalOf(world, chain)
    const granite = Date.parse(networkConstants[world.nodeNetwork].upgrades.granite) / 1000
    // The present is never before a block.
    const isIn = last !== undefined && presentOf(world) >= granite
    const { number, startTime, pChainHeight } = isIn ? epochAfter(last) : none
    return {
      number: String(number),
      startTime: String(startTime),
      pChainHeight: String(pChainHeight),
    }
  }),
  defineMethod('proposervm.getProposedHeight', {}, (world) => {
    const named = lastProposalOf(world, chain)?.pChainHeight ?? 0n
    const height = BigInt(lastBlockOf(world).height)
    return { height: String(height > named ? height : named) }
  }),
]

const none = { number: 0n, startTime: 0n, pChainHeight: 0n }

const lastProposalOf = (world: World, chain: PrimaryChain) =>
  readLastProposal(world, { network: world.nodeNetwork, chain })
