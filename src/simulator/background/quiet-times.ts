import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import { relativeTimeSeconds, secondsOfText } from '../../definition/relative-times.ts'
import { minimumDelay } from '../evm/rules.ts'
import type { NetworkSetup } from '../setup.ts'

/**
 * Returns the block times of an EVM chain in a world without background traffic. It has its first
 * block, and one for each declared deployment and each export of the C-chain, since a block takes
 * one of a kind.
 */
export function quietTimes(
  { definition, now }: Pick<NetworkSetup, 'definition' | 'now'>,
  { chainId, firstBlock, kind, network }: EvmChainDefinition,
): { nextAfter(time: number): number } {
  const deployments = definition.contracts.flatMap((contract) =>
    contract.chainId === chainId && contract.deployment
      ? [secondsOfText(contract.deployment.at)]
      : [],
  )
  const exports = definition.primary.exports.flatMap(({ from, at }) =>
    kind === 'c-chain' && from === 'C' ? [relativeTimeSeconds(at, network, now)] : [],
  )
  const times = [secondsOfText(firstBlock)]
  for (const time of [...deployments, ...exports].sort((a, b) => a - b))
    times.push(Math.max(time, (times.at(-1) ?? 0) + minimumDelay))
  return { nextAfter: (time) => times.find((each) => each > time) ?? Number.POSITIVE_INFINITY }
}
