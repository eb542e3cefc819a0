import {
  type CorethBlock,
  encodeCorethBlock,
  encodeSubnetEvmBlock,
} from '../../formats/evm/blocks.ts'
import type { CorethHeader } from '../../formats/evm/headers.ts'
import { toHex } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { quantity } from './arguments.ts'
import { type AnyHeader, type BlockRow, headerOf } from './evm-chain.ts'
import type { EvmChain } from './find-evm-chain.ts'
import { toRpcTransaction, transactionsOf } from './transactions.ts'

/** Returns a block as `eth_getBlockByNumber` shows it. */
export function toRpcBlock(world: World, chain: EvmChain, row: BlockRow, isFull: boolean) {
  const header = headerOf(chain, row)
  const rows = transactionsOf(world, chain, row)
  const raws = rows.map(({ raw }) => raw)
  const extData = chain.name === 'C' ? extDataOf(world, row) : undefined
  return {
    ...headerFields(header, row),
    ...(extData && { blockExtraData: toHex(extData), extDataHash: toHex(extDataHashOf(header)) }),
    size: quantity(sizeOf(header, raws, extData)),
    transactions: isFull
      ? rows.map((each) => toRpcTransaction(chain, each))
      : rows.map(({ hash }) => hash),
    // Every block after the genesis has the difficulty 1.
    totalDifficulty: quantity(header.number),
    uncles: [],
  }
}

function headerFields(header: AnyHeader, { hash }: BlockRow) {
  return {
    difficulty: quantity(header.difficulty),
    extraData: toHex(header.extraData),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    hash,
    logsBloom: toHex(header.logsBloom),
    miner: toHex(header.miner),
    mixHash: toHex(header.mixHash),
    nonce: toHex(header.nonce),
    number: quantity(header.number),
    parentHash: toHex(header.parentHash),
    receiptsRoot: toHex(header.receiptsRoot),
    sha3Uncles: toHex(header.sha3Uncles),
    stateRoot: toHex(header.stateRoot),
    timestamp: quantity(header.timestamp),
    transactionsRoot: toHex(header.transactionsRoot),
    ...optional('baseFeePerGas', header.baseFeePerGas),
    ...optional('extDataGasUsed', header.extDataGasUsed),
    ...optional('blockGasCost', header.blockGasCost),
    ...optional('blobGasUsed', header.blobGasUsed),
    ...optional('excessBlobGas', header.excessBlobGas),
    ...(header.parentBeaconBlockRoot && {
      parentBeaconBlockRoot: toHex(header.parentBeaconBlockRoot),
    }),
    ...optional('timestampMilliseconds', header.timestampMilliseconds),
    ...optional('minDelayExcess', header.minDelayExcess),
  }
}

const optional = (name: string, value: bigint | undefined) =>
  value === undefined ? {} : { [name]: quantity(value) }

const extDataHashOf = ({ extDataHash }: AnyHeader): Uint8Array => extDataHash ?? new Uint8Array(32)

function sizeOf(
  header: AnyHeader,
  transactions: Uint8Array[],
  extData: Uint8Array | undefined,
): number {
  if (extData === undefined)
    return encodeSubnetEvmBlock({ header, transactions, uncles: [] }).length
  const block: CorethBlock = {
    header: header as CorethHeader,
    transactions,
    uncles: [],
    version: 0n,
    extData,
  }
  return encodeCorethBlock(block).length
}

/** Returns the atomic transactions of a block of the C-chain in the form of its era. */
function extDataOf(world: World, { hash, timestamp }: BlockRow): Uint8Array {
  const network = world.nodeNetwork
  const bytes = world.all(selectAtomic, { network, blockId: hash }).map((row) => row.bytes)
  const [first] = bytes
  if (!first) return new Uint8Array()
  const { apricotPhase5 } = networkConstants[network].upgrades
  if (timestamp * 1000 < Date.parse(apricotPhase5)) return first
  const prefix = Buffer.alloc(6)
  prefix.writeUInt32BE(bytes.length, 2)
  return Buffer.concat([prefix, ...bytes.map((each) => each.subarray(2))])
}

const selectAtomic = statement<{ network: string; blockId: string }, { bytes: Uint8Array }>(`
  SELECT bytes FROM primary_transaction
  WHERE network = :network AND chain = 'C' AND block_id = :blockId ORDER BY position`)
