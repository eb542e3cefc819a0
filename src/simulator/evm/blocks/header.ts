import {
  BLACKHOLE_ADDRESS,
  type CorethHeader,
  EMPTY_UNCLES_HASH,
  INITIAL_MIN_DELAY_EXCESS,
  type SubnetEvmHeader,
} from '../../../formats/evm/headers.ts'
import type { Rules } from '../rules.ts'

/** Fields that differ from block to block; the rest of a header follows from its time. */
export interface HeaderFacts {
  readonly parentHash: Uint8Array
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly stateRoot: Uint8Array
  readonly transactionsRoot: Uint8Array
  readonly receiptsRoot: Uint8Array
  readonly logsBloom: Uint8Array
  readonly gasUsed: bigint
  /** Wei; absent from headers before Apricot 3. */
  readonly baseFee: bigint
  readonly blockGasCost: bigint
  /** Fee state, as computed by `nextFees`. */
  readonly extraData: Uint8Array
}

/**
 * Returns the fields that the C-chain and L1s share, with the optional tail that the time demands.
 */
export function subnetEvmHeaderOf(facts: HeaderFacts, rules: Rules): SubnetEvmHeader {
  const { timestamp } = facts
  const since = (upgrade: Parameters<Rules['isActive']>[0]) => rules.isActive(upgrade, timestamp)
  return {
    parentHash: facts.parentHash,
    sha3Uncles: EMPTY_UNCLES_HASH,
    miner: BLACKHOLE_ADDRESS,
    stateRoot: facts.stateRoot,
    transactionsRoot: facts.transactionsRoot,
    receiptsRoot: facts.receiptsRoot,
    logsBloom: facts.logsBloom,
    difficulty: 1n,
    number: BigInt(facts.number),
    gasLimit: rules.gasLimit(timestamp),
    gasUsed: facts.gasUsed,
    timestamp: BigInt(timestamp),
    extraData: facts.extraData,
    mixHash: new Uint8Array(32),
    nonce: new Uint8Array(8),
    ...(since('apricotPhase3') && { baseFeePerGas: facts.baseFee }),
    ...(since('apricotPhase4') && { blockGasCost: facts.blockGasCost }),
    ...(since('etna') && {
      blobGasUsed: 0n,
      excessBlobGas: 0n,
      parentBeaconBlockRoot: new Uint8Array(32),
    }),
    ...(since('granite') && {
      timestampMilliseconds: BigInt(timestamp) * 1000n,
      minDelayExcess: INITIAL_MIN_DELAY_EXCESS,
    }),
  }
}

/**
 * Returns a C-chain header.
 * @param extData hash of the block's atomic transactions and the gas that they use
 */
export function corethHeaderOf(
  facts: HeaderFacts,
  rules: Rules,
  extData: { hash: Uint8Array; gasUsed: bigint },
): CorethHeader {
  const hasExtDataGas = rules.isActive('apricotPhase4', facts.timestamp)
  return {
    ...subnetEvmHeaderOf(facts, rules),
    extDataHash: extData.hash,
    ...(hasExtDataGas && { extDataGasUsed: extData.gasUsed }),
  }
}
