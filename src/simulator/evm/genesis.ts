import {
  type CorethHeader,
  EMPTY_UNCLES_HASH,
  type SubnetEvmHeader,
} from '../../formats/evm/headers.ts'
import { EMPTY_LIST_ROOT } from '../../formats/evm/list-root.ts'
import { subnetEvmHeaderOf } from './blocks/header.ts'
import { l1Fees, type Rules } from './rules.ts'

/**
 * Returns block 0 of the C-chain, the same as on the real networks.
 * @param stateRoot d65eb1b8… on both networks
 */
export const corethGenesis = (stateRoot: Uint8Array): CorethHeader => ({
  parentHash: new Uint8Array(32),
  sha3Uncles: EMPTY_UNCLES_HASH,
  miner: new Uint8Array(20),
  stateRoot,
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

/**
 * Returns block 0 of an L1, as the genesis of its CreateChainTx describes it.
 * @param createdAt epoch seconds
 */
export function l1Genesis(stateRoot: Uint8Array, createdAt: number, rules: Rules): SubnetEvmHeader {
  const facts = {
    stateRoot,
    parentHash: new Uint8Array(32),
    number: 0,
    timestamp: createdAt,
    transactionsRoot: EMPTY_LIST_ROOT,
    receiptsRoot: EMPTY_LIST_ROOT,
    logsBloom: new Uint8Array(256),
    gasUsed: 0n,
    baseFee: l1Fees.minimumFee,
    blockGasCost: 0n,
    extraData: new Uint8Array(),
  }
  return {
    ...subnetEvmHeaderOf(facts, rules),
    miner: new Uint8Array(20),
    difficulty: 0n,
  }
}
