import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { loadBlsPool } from '../formats/bls-pool.ts'
import { networks } from '../networks/network.ts'
import type { BaseWriter } from '../store/base-writer.ts'
import { livingEvmChain } from './evm/activity.ts'
import { writeCurrencyRates } from './evm/currency-rates.ts'
import { generatorVersion } from './generator-version.ts'
import { createInterchain } from './interchain/interchain.ts'
import { buildNode } from './node/build-node.ts'
import { createPrimaryNetwork } from './primary/primary-network.ts'
import { createRandomStreams } from './random.ts'
import { liveThrough } from './scheduler.ts'
import { createSequences } from './sequences.ts'
import type { NetworkSetup } from './setup.ts'
import { openWallets } from './wallets.ts'

export interface BuildSettings {
  readonly definition: WorldDefinition
  readonly seed: string
  readonly size: 'small' | 'default'
}

/**
 * Fills a base with the world that the definition and the seed describe: a pure function of them.
 * @param onProgress told the share that is done, from 0 to 1, and awaited: it may let others work
 * @returns the fingerprint
 */
export async function buildWorld(
  { definition, seed, size }: BuildSettings,
  writer: BaseWriter,
  onProgress: (done: number) => Promise<void>,
): Promise<string> {
  const now = Date.parse(definition.now) / 1000
  const streams = createRandomStreams(seed)
  const wallets = openWallets(definition.cast)
  const sequences = createSequences()
  const blsPool = await loadBlsPool()
  for (const [index, network] of networks.entries()) {
    const setup: NetworkSetup = {
      network,
      definition,
      size,
      now,
      streams,
      wallets,
      sequences,
      blsPool,
      writer,
    }
    const { platform, exchange, side, nodeSetup } = createPrimaryNetwork(setup)
    const interchain = createInterchain(setup, side)
    const chains = definition.evmChains
      .filter((chain) => chain.network === network)
      .map((chain) => livingEvmChain(setup, chain, side, interchain))
    await liveThrough([platform, exchange, ...chains], (done) =>
      onProgress((index + done) / networks.length),
    )
    buildNode({ ...writer, streams }, nodeSetup())
  }
  writeCurrencyRates(definition.currencyRates, writer)
  const fingerprint = writer.finish({ generatorVersion, seed, size, now })
  await onProgress(1)
  return fingerprint
}
