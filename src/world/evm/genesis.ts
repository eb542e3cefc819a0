import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import {
  type CorethHeader,
  EMPTY_UNCLES_HASH,
  type SubnetEvmHeader,
} from '../../formats/evm/headers.ts'
import { EMPTY_LIST_ROOT } from '../../formats/evm/list-root.ts'
import { subnetEvmHeaderOf } from './header.ts'
import { l1Fees, type Rules } from './rules.ts'

/** Root of the C-chain's genesis state, the same on mainnet and Fuji. */
const genesisStateRoot = 'd65eb1b8604a7aa497d41cd6372663785a5f809a17bd192edb86658ef24e29cc'

/** What every member of the cast has of an L1's token from its first block; wei. */
export const l1Allocation = 10_000n * 10n ** 18n

/** Seconds between an L1's genesis and its first block of the definition. */
const headStartSeconds = 600

/** When the genesis block of an L1 lies, epoch seconds: its chain is created before that. */
export const l1GenesisSeconds = (declared: EvmChainDefinition): number =>
  Date.parse(declared.firstBlock) / 1000 - headStartSeconds

/** Block 0 of the C-chain: that of the real networks. */
export const corethGenesis = (): CorethHeader => ({
  parentHash: new Uint8Array(32),
  sha3Uncles: EMPTY_UNCLES_HASH,
  miner: new Uint8Array(20),
  stateRoot: new Uint8Array(Buffer.from(genesisStateRoot, 'hex')),
  transactionsRoot: EMPTY_LIST_ROOT,
  receiptsRoot: EMPTY_LIST_ROOT,
  logsBloom: new Uint8Array(256),
  difficulty: 0n,
  number: 0n,
  gasLimit: 100_000_000n,
  gasUsed: 0n,
  timestamp: 0n,
  extraData: new Uint8Array(1),
  mixHash: new Uint8Array(32),
  nonce: new Uint8Array(8),
  extDataHash: new Uint8Array(32),
})

/** Block 0 of an L1, as its genesis data describes it. */
export function l1Genesis(declared: EvmChainDefinition, rules: Rules): SubnetEvmHeader {
  const facts = {
    chainId: declared.chainId,
    parentHash: new Uint8Array(32),
    number: 0,
    timestamp: l1GenesisSeconds(declared),
    transactionsRoot: EMPTY_LIST_ROOT,
    receiptsRoot: EMPTY_LIST_ROOT,
    logsBloom: new Uint8Array(256),
    gasUsed: 0n,
    baseFee: l1Fees.minimumFee,
    blockGasCost: 0n,
  }
  return {
    ...subnetEvmHeaderOf(facts, rules),
    miner: new Uint8Array(20),
    difficulty: 0n,
    extraData: new Uint8Array(),
  }
}
