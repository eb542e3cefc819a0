import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { FormatError } from '../formats/codec.ts'
import { parseId } from '../formats/ids.ts'
import { networkConstants } from '../networks/constants.ts'
import { networks } from '../networks/network.ts'
import { daySeconds, hourSeconds } from '../time/time-units.ts'
import { quote } from '../util/quote.ts'
import { swingProblems } from './contracts.ts'
import { between, exchangeStart } from './era-problems.ts'
import { type DefinitionProblem, duplicates } from './problem.ts'
import { activationOf, relativeTimeSeconds, secondsOfText } from './relative-times.ts'

/**
 * Returns the problems of the EVM chains: ids that do not fit their kind or occur twice, and
 * impossible lifetimes.
 */
export function chainProblems(definition: WorldDefinition): DefinitionProblem[] {
  const { evmChains } = definition
  return [
    ...duplicates(
      evmChains,
      ({ chainId }) => chainId,
      (index) => `/evmChains/${index}/chainId`,
      'a chain with the id',
    ),
    ...contractChainIds(definition),
    ...evmChains.flatMap(({ token }, index) => swingProblems(token, `/evmChains/${index}/token`)),
    ...unclaimedL1s(definition),
    ...firstBlocks(definition),
    ...foreignChains(definition),
  ]
}

const contractChains = new Map(
  networks.map((network) => [networkConstants[network].evmChainId, network]),
)

/** Checks that the C-chains have their real ids and that no other chain has one of them. */
function contractChainIds({ evmChains, primary }: WorldDefinition): DefinitionProblem[] {
  const ofChains = evmChains.flatMap(({ kind, chainId, network }, index) => {
    const { evmChainId } = networkConstants[network]
    const pointer = `/evmChains/${index}/chainId`
    if (kind === 'c-chain' && chainId !== evmChainId)
      return [
        {
          pointer,
          reason: `must be ${quote(evmChainId)} for the C-chain of ${network}, found ${quote(chainId)}`,
        },
      ]
    if (kind === 'l1' && contractChains.has(chainId))
      return [
        {
          pointer,
          reason: `an L1 must have an id that no C-chain has, found ${quote(chainId)}, the id of the C-chain of ${contractChains.get(chainId)}`,
        },
      ]
    return []
  })
  const ofSubnets = primary.subnets.flatMap(({ chains }, subnet) =>
    chains.flatMap(({ evmChainId }, index) =>
      evmChainId !== undefined && contractChains.has(evmChainId)
        ? [
            {
              pointer: `/primary/subnets/${subnet}/chains/${index}/evmChainId`,
              reason: `must be an id that no C-chain has, found ${quote(evmChainId)}, the id of the C-chain of ${contractChains.get(evmChainId)}`,
            },
          ]
        : [],
    ),
  )
  return [...ofChains, ...ofSubnets]
}

/** Checks that an L1 gets its ids from the CreateChainTx of a subnet on its network. */
function unclaimedL1s({ evmChains, primary }: WorldDefinition): DefinitionProblem[] {
  return evmChains.flatMap(({ kind, chainId, network }, index) => {
    if (kind !== 'l1') return []
    const creators = primary.subnets.filter(
      (subnet) =>
        (subnet.network === undefined || subnet.network === network) &&
        subnet.chains.some(({ evmChainId }) => evmChainId === chainId),
    )
    // A second creator is a duplicate id, which primaryListProblems reports.
    if (creators.length > 0) return []
    return [
      {
        pointer: `/evmChains/${index}/chainId`,
        reason: `no subnet of ${network} declares the chain ${quote(chainId)}`,
      },
    ]
  })
}

/** Checks that a chain begins after the things it depends on, and lives for at least a day. */
function firstBlocks({ evmChains, now, primary }: WorldDefinition): DefinitionProblem[] {
  const nowSeconds = secondsOfText(now)
  const latest = nowSeconds - daySeconds
  return evmChains.flatMap(({ kind, chainId, network, firstBlock }, index) => {
    const pointer = `/evmChains/${index}/firstBlock`
    if (kind === 'c-chain') {
      // Since Granite outer blocks have an epoch, which the first one cannot have.
      const bounds = [
        exchangeStart,
        Math.min(latest, activationOf(network, 'granite') - 1),
      ] as const
      return between(
        pointer,
        firstBlock,
        bounds,
        'after the X-chain can export AVAX to it, before Granite',
      )
    }
    const created = primary.subnets
      .filter((subnet) => subnet.network === undefined || subnet.network === network)
      .flatMap(({ chains }) => chains.filter(({ evmChainId }) => evmChainId === chainId))
      // The simulator adds at most an hour.
      .map(({ at }) => relativeTimeSeconds(at, network, nowSeconds) + hourSeconds)
    return between(
      pointer,
      firstBlock,
      [Math.max(...created, exchangeStart), latest],
      'after its subnet created it, at least a day before now',
    )
  })
}

function foreignChains({ evmChains, foreignChains: chains }: WorldDefinition): DefinitionProblem[] {
  const own = new Set(evmChains.map(({ chainId }) => chainId))
  return [
    ...chains.flatMap(({ evmChainId, blockchainId }, index) => {
      const pointer = `/foreignChains/${index}`
      if (own.has(evmChainId))
        return [
          {
            pointer: `${pointer}/evmChainId`,
            reason: `${quote(evmChainId)} is already a chain of this world`,
          },
        ]
      const mistake = idMistake(blockchainId)
      if (mistake === undefined) return []
      return [
        {
          pointer: `${pointer}/blockchainId`,
          reason: `must be 32 bytes in cb58, found ${quote(blockchainId)}: ${mistake}`,
        },
      ]
    }),
    ...duplicates(
      chains,
      ({ evmChainId }) => evmChainId,
      (index) => `/foreignChains/${index}/evmChainId`,
      'a foreign chain with the id',
    ),
    ...duplicates(
      chains,
      ({ blockchainId }) => blockchainId,
      (index) => `/foreignChains/${index}/blockchainId`,
      'a foreign chain with the id',
    ),
  ]
}

function idMistake(text: string): string | undefined {
  try {
    parseId(text)
    return undefined
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}
