import type { ContractDefinition } from '../../schemas/definition/evm.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { quote } from '../util/quote.ts'
import { between } from './era-problems.ts'
import { type DefinitionProblem, duplicates } from './problem.ts'
import { secondsOfText } from './relative-times.ts'

/**
 * Checks that each contract is on a chain of the world, and exists from the start or is deployed
 * once.
 */
export function contractProblems(definition: WorldDefinition): DefinitionProblem[] {
  return [
    ...definition.contracts.flatMap((contract, index) =>
      problemsOf(definition, contract, `/contracts/${index}`),
    ),
    ...duplicates(
      definition.contracts,
      ({ chainId, address }) => address && `${address.toLowerCase()} on ${chainId}`,
      (index) => `/contracts/${index}/address`,
      'a contract at',
    ),
  ]
}

function problemsOf(
  { contracts, evmChains, now }: WorldDefinition,
  contract: ContractDefinition,
  pointer: string,
): DefinitionProblem[] {
  const { chainId, address, deployment, ercType, role, decimals } = contract
  const chain = evmChains.find((each) => each.chainId === chainId)
  if (!chain) {
    const known = evmChains.map((each) => each.chainId).join(', ')
    return [
      {
        pointer: `${pointer}/chainId`,
        reason: `must be one of ${known}, found ${quote(chainId)}`,
      },
    ]
  }
  if ((address === undefined) === (deployment === undefined))
    return [
      {
        pointer,
        reason: `must have exactly one of address and deployment, found ${address === undefined ? 'neither' : 'both'}`,
      },
    ]
  const wrongRole = role && roleProblem(role, ercType)
  if (wrongRole)
    return [{ pointer: `${pointer}/role`, reason: `${wrongRole}, found ${quote(role)}` }]
  if (decimals !== undefined && ercType !== 'ERC-20')
    return [
      {
        pointer: `${pointer}/decimals`,
        reason: `must be absent, because only ERC-20 tokens have decimals and this is ${quote(ercType)}, found ${decimals}`,
      },
    ]
  if (contract.items && ercType !== 'ERC-721' && ercType !== 'ERC-1155')
    return [
      {
        pointer: `${pointer}/items`,
        reason: `must be absent, because only ERC-721 and ERC-1155 contracts have items and this is ${quote(ercType)}`,
      },
    ]
  const swing = swingProblems(contract, pointer)
  if (swing.length > 0 || !deployment) return swing
  return [
    ...between(
      `${pointer}/deployment/at`,
      deployment.at,
      [secondsOfText(chain.firstBlock), secondsOfText(now) - 1],
      'from the first block of its chain until now',
    ),
    ...factoryProblems(contracts, contract, deployment, `${pointer}/deployment/through`),
  ]
}

/** Says what a role must be instead for a type; undefined when it fits. */
function roleProblem(
  role: NonNullable<ContractDefinition['role']>,
  ercType: ContractDefinition['ercType'],
): string | undefined {
  const isWrapper = role === 'wrapped-native'
  if (ercType === 'ERC-20')
    return isWrapper ? undefined : 'must be "wrapped-native" or absent for ercType "ERC-20"'
  if (ercType === 'UNKNOWN')
    return isWrapper
      ? 'must not be "wrapped-native" for ercType "UNKNOWN", because only ERC-20 contracts have that role'
      : undefined
  return `must be absent, because a contract with ercType ${quote(ercType)} has no role`
}

function factoryProblems(
  contracts: readonly ContractDefinition[],
  { chainId, ercType }: ContractDefinition,
  { through, at }: NonNullable<ContractDefinition['deployment']>,
  pointer: string,
): DefinitionProblem[] {
  if (through === undefined) return []
  if (ercType !== 'ERC-721' && ercType !== 'ERC-1155')
    return [
      {
        pointer,
        reason: `must be absent, because a factory deploys only ERC-721 and ERC-1155 contracts and this is ${quote(ercType)}`,
      },
    ]
  const named = contracts.filter((each) => each.chainId === chainId && each.name === through)
  const [factory] = named
  if (!factory || named.length > 1 || factory.role !== 'factory')
    return [{ pointer, reason: `must name one factory on ${chainId}, found ${quote(through)}` }]
  if (factory.deployment && secondsOfText(factory.deployment.at) >= secondsOfText(at))
    return [
      {
        pointer,
        reason: `${quote(through)} is deployed at ${factory.deployment.at}, which is not before ${at}`,
      },
    ]
  return []
}

/** Checks that a price with a swing is declared. */
export const swingProblems = (
  { usd, usdSwing }: Pick<ContractDefinition, 'usd' | 'usdSwing'>,
  pointer: string,
): DefinitionProblem[] =>
  usdSwing !== undefined && usd === undefined
    ? [
        {
          pointer: `${pointer}/usdSwing`,
          reason: `must be absent unless usd is given, because it is the swing of that price, found ${usdSwing}`,
        },
      ]
    : []
