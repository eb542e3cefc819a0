import type { WorldDefinition } from '../../schemas/definition.ts'
import type { BaseWriter } from '../store/base-writer.ts'
import { buildEvmChains } from './evm/activity.ts'
import { createRandomStreams } from './random.ts'
import { openWallets } from './wallets.ts'

/** Grows with every change of the bytes that a definition and seed give. */
export const generatorVersion = 1

export interface BuildSettings {
  readonly definition: WorldDefinition
  readonly seed: string
  readonly size: 'small' | 'default'
}

/**
 * Fills a base with the world that the definition and the seed describe: a pure function of them.
 * @param onProgress the share that is done, from 0 to 1
 * @returns the fingerprint
 */
export function buildWorld(
  settings: BuildSettings,
  writer: BaseWriter,
  onProgress: (done: number) => void,
): string {
  const { definition, seed, size } = settings
  const streams = createRandomStreams(seed)
  const wallets = openWallets(definition.cast)
  let chains = 0
  buildEvmChains({ definition, size, streams, wallets, writer }, () => {
    chains += 1
    onProgress(chains / definition.evmChains.length)
  })
  return writer.finish({
    generatorVersion,
    seed,
    size,
    now: Date.parse(definition.now) / 1000,
  })
}
