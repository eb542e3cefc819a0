import { networkConstants, type UpgradeName, unscheduled } from '../../networks/constants.ts'
import { l1FeeConfig } from '../../simulator/evm/rules.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { EvmCall } from './evm-call.ts'
import { headOf, stateBlockNumber } from './evm-chain.ts'
import type { EvmChain } from './find-evm-chain.ts'
import { EvmRpcError, invalidArgument, nameOf } from './rpc-error.ts'

/** `eth_getChainConfig`: activation blocks and times; an L1 has those of its genesis too. */
export function getChainConfig({ world, chain }: EvmCall): Record<string, unknown> {
  return chain.name === 'C' ? contractChainConfig(world, chain) : l1Config(world, chain)
}

/** `eth_feeConfig` of an L1: gas and wei; it has not changed since the genesis. */
export function feeConfig({ world, chain, args }: EvmCall) {
  mustBeL1(chain, 'eth_feeConfig')
  stateBlockNumber(world, chain, args.optional(0), 0)
  return { feeConfig: l1FeeConfig, lastChangedAt: 0 }
}

/** `eth_getActiveRulesAt` of an L1: forks and precompiles at a time, of the head if none is given. */
export function getActiveRulesAt({ world, chain, args }: EvmCall) {
  mustBeL1(chain, 'eth_getActiveRulesAt')
  const given = args.optional(0)
  const time = given === undefined ? headOf(world, chain).timestamp : secondsOf(given)
  const isActive = (upgrade: UpgradeName) => time >= timeOf(world, upgrade)
  const warpTime = genesisConfigOf(world, chain).warpConfig?.blockTimestamp
  return {
    ethRules: {
      ChainID: Number(chain.chainId),
      ...Object.fromEntries(
        [...forksOfLondon, 'Merge'].map((fork) => [`Is${fork}`, true] as const),
      ),
      IsShanghai: isActive('durango'),
      IsCancun: isActive('etna'),
      IsPrague: false,
      IsVerkle: false,
    },
    avalancheRules: {
      IsSubnetEVM: true,
      IsDurango: isActive('durango'),
      IsEtna: isActive('etna'),
      // Optional, and without an effect on L1s.
      IsFortuna: false,
      IsGranite: isActive('granite'),
      IsHelicon: false,
    },
    // What is executed (G-337).
    precompiles: {
      ...(warpTime !== undefined &&
        time >= warpTime &&
        isActive('durango') && { warpConfig: { timestamp: warpTime } }),
    },
  }
}

/** Forks of Ethereum up to London, which L1s begin with. */
const forksOfLondon = [
  ...['Homestead', 'EIP150', 'EIP155', 'EIP158', 'Byzantium', 'Constantinople', 'Petersburg'],
  ...['Istanbul', 'Berlin', 'London'],
]

/** Blocks of forks that a chain begins with. */
const firstForks = {
  ...{ homesteadBlock: 0, eip150Block: 0, eip155Block: 0, eip158Block: 0, byzantiumBlock: 0 },
  ...{ constantinopleBlock: 0, petersburgBlock: 0, istanbulBlock: 0, muirGlacierBlock: 0 },
}

const heliconTimestamp = Date.parse(unscheduled) / 1000

function contractChainConfig(world: World, chain: EvmChain): Record<string, unknown> {
  const at = (upgrade: UpgradeName) => timeOf(world, upgrade)
  return sorted({
    ...firstForks,
    chainId: Number(chain.chainId),
    ...{ daoForkBlock: 0, daoForkSupport: true },
    apricotPhase1BlockTimestamp: at('apricotPhase1'),
    apricotPhase2BlockTimestamp: at('apricotPhase2'),
    apricotPhase3BlockTimestamp: at('apricotPhase3'),
    apricotPhase4BlockTimestamp: at('apricotPhase4'),
    apricotPhase5BlockTimestamp: at('apricotPhase5'),
    apricotPhasePre6BlockTimestamp: at('apricotPhasePre6'),
    apricotPhase6BlockTimestamp: at('apricotPhase6'),
    apricotPhasePost6BlockTimestamp: at('apricotPhasePost6'),
    banffBlockTimestamp: at('banff'),
    cortinaBlockTimestamp: at('cortina'),
    durangoBlockTimestamp: at('durango'),
    etnaTimestamp: at('etna'),
    fortunaTimestamp: at('fortuna'),
    graniteTimestamp: at('granite'),
    heliconTimestamp,
    // The blocks of this world since which the C-chain has these rules (G-336).
    berlinBlock: firstBlockSince(world, chain, at('apricotPhase2')),
    londonBlock: firstBlockSince(world, chain, at('apricotPhase3')),
    ...{ shanghaiTime: at('durango'), cancunTime: at('etna') },
  })
}

function l1Config(world: World, chain: EvmChain): Record<string, unknown> {
  const { eip150Hash: _, ...genesis } = genesisConfigOf(world, chain)
  const at = (upgrade: UpgradeName) => timeOf(world, upgrade)
  const config = sorted({
    ...genesis,
    chainId: Number(chain.chainId),
    feeConfig: l1FeeConfig,
    ...{ subnetEVMTimestamp: 0, durangoTimestamp: at('durango'), etnaTimestamp: at('etna') },
    ...{ graniteTimestamp: at('granite'), heliconTimestamp },
    ...{ shanghaiTime: at('durango'), cancunTime: at('etna') },
  })
  return { ...config, upgrades: {} }
}

/** Returns an object with its keys in the order in which the node writes them. */
const sorted = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Returns the activation time of an upgrade, epoch seconds. */
const timeOf = (world: World, upgrade: UpgradeName): number =>
  Date.parse(networkConstants[world.nodeNetwork].upgrades[upgrade]) / 1000

interface GenesisConfig extends Record<string, unknown> {
  readonly warpConfig?: { readonly blockTimestamp?: number }
}

function genesisConfigOf(world: World, { chainId }: EvmChain): GenesisConfig {
  const text = world.get(selectGenesis, { chainId })?.genesis_data
  return text ? (JSON.parse(text) as { config: GenesisConfig }).config : {}
}

const firstBlockSince = (world: World, { chainId }: EvmChain, time: number): number =>
  world.get(selectFirst, { chainId, time })?.number ?? 0

/** Coreth does not have these methods. */
function mustBeL1({ name }: EvmChain, method: string): void {
  if (name === 'C')
    throw new EvmRpcError(-32601, `the method ${method} does not exist/is not available`)
}

function secondsOf(given: unknown): number {
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given
  const kind = typeof given === 'number' ? `number ${given}` : nameOf(given)
  throw invalidArgument(0, `json: cannot unmarshal ${kind} into Go value of type uint64`)
}

const selectGenesis = statement<{ chainId: string }, { genesis_data: string | null }>(`
  SELECT genesis_data FROM blockchain
  WHERE blockchain_id = (SELECT blockchain_id FROM evm_chain WHERE chain_id = :chainId)`)

const selectFirst = statement<{ chainId: string; time: number }, { number: number }>(`
  SELECT number FROM evm_block WHERE chain_id = :chainId AND timestamp >= :time
  ORDER BY timestamp, number LIMIT 1`)
