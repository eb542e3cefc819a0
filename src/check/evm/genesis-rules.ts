import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'
import type { CheckedWorld, Judgement, Rule } from '../rule.ts'
import { type EvmBlock, evmBlocks, idsOfEvmBlock } from './evm-blocks.ts'
import { type EvmChainRow, evmChains, isContractChain } from './evm-chains.ts'

/** Permissions of a precompile on a chain, from a time on, epoch seconds. */
export interface AllowList {
  readonly blockTimestamp?: number
  readonly adminAddresses?: readonly string[]
  readonly managerAddresses?: readonly string[]
  readonly enabledAddresses?: readonly string[]
}

/** `feeConfig` of a subnet-evm genesis; gas, seconds and wei. */
export interface FeeConfig {
  readonly gasLimit: number
  readonly targetBlockRate: number
  readonly minBaseFee: number
  readonly targetGas: number
  readonly baseFeeChangeDenominator: number
  readonly minBlockGasCost: number
  readonly maxBlockGasCost: number
  readonly blockGasCostStep: number
}

/** Block 0 in the CreateChainTx of an EVM chain; quantities are `0x` hex. */
interface Genesis {
  readonly config?: {
    readonly chainId?: number
    readonly feeConfig?: FeeConfig
    readonly txAllowListConfig?: AllowList
    readonly contractDeployerAllowListConfig?: AllowList
  }
  readonly alloc?: Readonly<Record<string, { readonly balance?: string }>>
  readonly timestamp?: string
  readonly gasLimit?: string
  readonly difficulty?: string
  readonly coinbase?: string
  readonly baseFeePerGas?: string | null
}

/** Block 0 of the C-chain, the same on mainnet and Fuji. Source: `eth_getBlockByNumber` of both. */
const contractChainHash = '0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b'

/** Block 0 of the C-chain is the real one; that of an L1 matches its CreateChainTx. */
export const evmGenesis: Rule = {
  name: 'evm-genesis',
  check(world, findings) {
    const blocks = evmChains(world).flatMap((chain) => {
      const block = evmBlocks(world).get(chain.chain_id)?.[0]
      return block ? [{ chain, block }] : []
    })
    findings.each(
      blocks,
      ({ block }) => idsOfEvmBlock(block),
      function* ({ chain, block }) {
        if (!isContractChain(chain)) return yield* judgeGenesis(genesisOf(world, chain), block)
        if (block.hash !== contractChainHash)
          yield `has the hash ${block.hash}, not ${contractChainHash}`
      },
    )
  },
}

/** Returns the genesis of an L1; throws when its blockchain has none. */
export function genesisOf(world: CheckedWorld, { blockchain_id, chain_id }: EvmChainRow): Genesis {
  const data = genesisData(world).get(blockchain_id)?.genesis_data
  if (!data) throw new Error(`blockchain ${blockchain_id} of chain ${chain_id} has no genesis`)
  return JSON.parse(data)
}

function* judgeGenesis(genesis: Genesis, { chain_id, number, content }: EvmBlock): Judgement {
  const { config, timestamp = '0x0', gasLimit = '0x0', difficulty = '0x0', coinbase } = genesis
  if (String(config?.chainId) !== chain_id)
    yield `has a genesis of chain ${config?.chainId}, not ${chain_id}`
  if (number !== 0) yield `has the block number ${number}, not 0`
  if (BigInt(timestamp) !== content.timestamp)
    yield `has the timestamp ${content.timestamp}, not ${BigInt(timestamp)}`
  if (BigInt(gasLimit) !== content.gasLimit)
    yield `has a gas limit of ${content.gasLimit}, not ${BigInt(gasLimit)}`
  if (BigInt(difficulty) !== content.difficulty)
    yield `has the difficulty ${content.difficulty}, not ${BigInt(difficulty)}`
  if (coinbase && coinbase.toLowerCase() !== toHex(content.miner))
    yield `has the miner ${toHex(content.miner)}, not ${coinbase}`
  const baseFee = genesis.baseFeePerGas
  if (baseFee && BigInt(baseFee) !== content.baseFeePerGas)
    yield `has a base fee of ${content.baseFeePerGas}, not ${BigInt(baseFee)}`
}

const genesisData = perWorld((world) =>
  indexBy(world.all(selectGenesis, {}), ({ blockchain_id }) => blockchain_id),
)

const selectGenesis = statement<
  Record<string, never>,
  { blockchain_id: string; genesis_data: string | null }
>('SELECT blockchain_id, genesis_data FROM blockchain')
