import type { Network } from '../../networks/network.ts'
import type { CreatedChains, WantedChain } from '../chains/created-chains.ts'
import type { ScheduledEvmChain } from '../evm/scheduled-evm-chain.ts'
import type { Interchain } from '../interchain/interchain.ts'
import { platformGasCapacity, unlimitedGas } from '../primary/platform/gas-capacity.ts'
import type { PrimaryNetwork } from '../primary/primary-network.ts'
import type { SimulationClock } from '../simulation-clock.ts'
import { ActionContext } from './action-context.ts'
import { BlockAssembler } from './block-assembler.ts'
import { EvmBlockAssembler } from './evm-block-assembler.ts'

/** Chains of a network as actions use them. */
export interface ActingNetwork {
  readonly network: Network
  readonly primary: PrimaryNetwork
  readonly evmChains: readonly ScheduledEvmChain[]
  readonly interchain: Interchain
  readonly created: CreatedChains
  /** Starts an EVM chain that the P-chain has created. */
  beginChain(wanted: WantedChain): ScheduledEvmChain
}

/**
 * Opens the context of one network for the actions of a request.
 * @param flush function that accepts the open blocks of all networks before time passes
 */
export function openActionContext(
  { network, primary, evmChains, interchain, created, beginChain }: ActingNetwork,
  simulation: SimulationClock,
  flush: () => void,
): ActionContext {
  const { state, accept } = primary
  /** Returns the present, or the earliest time at which a chain takes another block. */
  const timeFrom = (earliest: number) => {
    if (earliest > simulation.now()) {
      flush()
      simulation.passTo(earliest)
    }
    return simulation.now()
  }
  const assemblerOf = (chain: ScheduledEvmChain) => new EvmBlockAssembler(chain, timeFrom)
  const evm = new Map(evmChains.map((chain) => [chain.name, assemblerOf(chain)]))
  return new ActionContext(
    {
      network,
      state,
      platform: new BlockAssembler({
        state,
        accept: accept.P,
        gasCapacity: platformGasCapacity(state),
        timeFrom,
      }),
      exchange: new BlockAssembler({
        state,
        accept: accept.X,
        gasCapacity: unlimitedGas,
        timeFrom,
      }),
      interchain,
      evm,
      timeFrom,
      created,
      beginChain(wanted) {
        const chain = beginChain(wanted)
        evm.set(chain.name, assemblerOf(chain))
      },
    },
    simulation.now,
  )
}
