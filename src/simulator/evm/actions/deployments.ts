import type { ContractDefinition } from '../../../../schemas/definition/evm.ts'
import type { WorldDefinition } from '../../../../schemas/definition/world.ts'
import { DefinitionError } from '../../../definition/definition-error.ts'
import { secondsOfText } from '../../../definition/relative-times.ts'
import { stateSlot } from '../../../store/simulator-state.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { type Call, contractCall } from '../call.ts'
import { other } from '../contracts/contract-interfaces.ts'
import { initCodeOf } from '../solidity/init-code-of.ts'
import { type Action, type Actors, walletNamed } from './actors.ts'

type Deployed = ContractDefinition & { deployment: NonNullable<ContractDefinition['deployment']> }

const inOrder = (declared: readonly ContractDefinition[]): Deployed[] =>
  declared
    .filter((contract): contract is Deployed => contract.deployment !== undefined)
    .sort((a, b) => Date.parse(a.deployment.at) - Date.parse(b.deployment.at))

/** State part with the number of completed deployments of a chain. */
const part = 'deployments'

/**
 * Checks that all declared contracts are deployed. A chain deploys at most one contract in each
 * background block, so a busy time may leave some.
 * @throws DefinitionError for the first declared contract that has not been deployed
 */
export function requireDeployments(
  { contracts, evmChains, now }: WorldDefinition,
  store: WorldStore,
): void {
  for (const [place, { chainId }] of evmChains.entries()) {
    const due = inOrder(contracts.filter((contract) => contract.chainId === chainId))
    const done = stateSlot<number>(store, `${chainId} ${part}`).get('done') ?? 0
    const left = due[done]
    if (left)
      throw new DefinitionError(
        `/contracts/${contracts.indexOf(left)}/deployment/at`,
        `must be earlier, or /evmChains/${place}/blocks must be higher, because chain ${chainId} has no block left for this contract until ${now}; found "${left.deployment.at}"`,
      )
  }
}

/** Deploys declared contracts when due: the earliest that does not exist yet. */
export function deployDue(actors: Actors, declared: readonly ContractDefinition[]): Action {
  const progress = actors.slotOf<number>(part)
  const due = inOrder(declared)

  return (block) => {
    const done = progress.get('done') ?? 0
    const next = due[done]
    if (!next || secondsOfText(next.deployment.at) > block.timestamp) return false
    const executed = block.execute(deploymentCall(actors, next))
    if (!executed?.created) return false
    actors.contracts.publish(executed.created, next)
    progress.set('done', done + 1)
    return true
  }
}

function deploymentCall(actors: Actors, contract: Deployed): Call {
  const { by, through } = contract.deployment
  const from = walletNamed(actors.wallets, by)
  const { name = '', symbol = '', ercType, role, decimals = 0 } = contract
  if (through !== undefined) {
    const factory = actors.contracts.named(through)
    if (!factory)
      throw new Error(`internal error: there is no contract '${through}' that can deploy '${name}'`)
    const create = ercType === 'ERC-721' ? other.createCollection : other.createMultiCollection
    const data = create.encode({ name, symbol })
    return contractCall(from, factory.address, data)
  }
  const mints = ercType === 'ERC-20' && role !== 'wrapped-native'
  const supply = mints ? 1_000_000n * 10n ** BigInt(decimals) : 0n
  return { from, to: null, value: 0n, data: initCodeOf({ ...contract, supply }) }
}
