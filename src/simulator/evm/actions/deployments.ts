import { concatBytes } from '@noble/curves/utils.js'
import type { ContractDefinition } from '../../../../schemas/definition/evm.ts'
import type { WorldDefinition } from '../../../../schemas/definition/world.ts'
import { DefinitionError } from '../../../definition/definition-error.ts'
import { erc20Transfer } from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { createdAddress } from '../../../formats/evm/transactions.ts'
import { keptPart } from '../../../store/kept.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Random } from '../../random.ts'
import type { EvmBlock } from '../block.ts'
import { collectionCreatedEvent, initCode, other } from '../contract-interfaces.ts'
import { zeroAddress } from '../ledger.ts'
import { type Action, type Actors, walletNamed } from './actors.ts'

type Deployed = ContractDefinition & { deployment: NonNullable<ContractDefinition['deployment']> }

/** Contracts in the order in which they are deployed. */
const inOrder = (declared: readonly ContractDefinition[]): Deployed[] =>
  declared
    .filter((contract): contract is Deployed => contract.deployment !== undefined)
    .sort((a, b) => Date.parse(a.deployment.at) - Date.parse(b.deployment.at))

/** What is kept of the deployments of a chain: how many are done. */
const part = 'deployments'

/**
 * A chain deploys at most one contract in each everyday block, so that a busy time may leave some.
 * @throws DefinitionError for the first declared contract that has not been deployed
 */
export function requireDeployments(
  { contracts, evmChains, now }: WorldDefinition,
  store: WorldStore,
): void {
  for (const [place, { chainId }] of evmChains.entries()) {
    const due = inOrder(contracts.filter((contract) => contract.chainId === chainId))
    const done = keptPart<number>(store, `${chainId} ${part}`).get('done') ?? 0
    const left = due[done]
    if (left)
      throw new DefinitionError(
        `/contracts/${contracts.indexOf(left)}/deployment/at`,
        `chain ${chainId} has no block for it from then until ${now}: must be earlier, or /evmChains/${place}/blocks more, found "${left.deployment.at}"`,
      )
  }
}

/** Deploys the declared contracts when their time has come: the earliest that is not there yet. */
export function deployDue(actors: Actors, declared: readonly ContractDefinition[]): Action {
  const progress = actors.keep<number>(part)
  const due = inOrder(declared)

  const deploy = (block: EvmBlock, random: Random, contract: Deployed): boolean => {
    const deployer = walletNamed(actors.wallets, contract.deployment.by)
    const address = block.nextCreation(deployer.evmAddress)
    const supply = 1_000_000n * 10n ** BigInt(contract.decimals ?? 0)
    const minted: Log[] =
      contract.ercType === 'ERC-20' && contract.role !== 'wrapped-native'
        ? [
            erc20Transfer.encode(address, {
              from: zeroAddress,
              to: deployer.evmAddress,
              value: supply,
            }),
          ]
        : []
    // Code may not begin with 0xef (EIP-3541).
    const runtime = concatBytes(Uint8Array.of(0x60), random.bytes(random.int(95, 320)))
    const executed = block.execute({
      from: deployer,
      to: null,
      value: 0n,
      data: initCode(runtime),
      executionGas: BigInt(200 * runtime.length + random.int(45_000, 160_000)),
      outcome: { succeeded: true, logs: minted },
      announce: (txSeq) =>
        void actors.contracts.add(contract, address, {
          deployer: actors.textOf(deployer.evmAddress),
          txSeq,
        }),
    })
    return executed !== undefined
  }

  const deployThrough = (
    block: EvmBlock,
    random: Random,
    contract: Deployed,
    through: string,
  ): boolean => {
    const factory = actors.contracts.named(through)
    if (!factory) throw new Error(`no contract '${through}' to deploy '${contract.name}' through`)
    const caller = walletNamed(actors.wallets, contract.deployment.by)
    // The nonce of a contract counts its creations from 1 (EIP-161).
    const nonce = actors.contracts.createdBy(factory) + 1
    const collection = createdAddress(factory.address, BigInt(nonce))
    const { name = '', symbol = '' } = contract
    const executed = block.execute({
      from: caller,
      to: factory.address,
      value: 0n,
      data: other.createCollection.encode({ name, symbol }),
      executionGas: BigInt(random.int(180_000, 320_000)),
      outcome: {
        succeeded: true,
        logs: [
          collectionCreatedEvent.encode(factory.address, {
            creator: caller.evmAddress,
            collection,
          }),
        ],
      },
      announce: (txSeq) =>
        void actors.contracts.add(contract, collection, {
          deployer: actors.textOf(caller.evmAddress),
          through: factory.text,
          txSeq,
        }),
    })
    return executed !== undefined
  }

  return (block) => {
    const done = progress.get('done') ?? 0
    const next = due[done]
    if (!next || Date.parse(next.deployment.at) / 1000 > block.timestamp) return false
    const { through } = next.deployment
    const random = block.random('deployments')
    const isDone =
      through === undefined
        ? deploy(block, random, next)
        : deployThrough(block, random, next, through)
    if (isDone) progress.set('done', done + 1)
    return isDone
  }
}
