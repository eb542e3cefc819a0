import {
  type CorethHeader,
  corethHeader,
  type SubnetEvmHeader,
  subnetEvmHeader,
} from '../../formats/evm/headers.ts'
import { decodeRlp } from '../../formats/evm/rlp.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { perWorld, readable } from '../per-world.ts'
import type { CheckedWorld } from '../rule.ts'
import { evmChainById, isContractChain } from './evm-chains.ts'

/** Row of the table `evm_block`. */
export interface EvmBlockRow {
  chain_id: string
  number: number
  hash: string
  parent_hash: string
  timestamp: number
  tx_count: number
  base_fee: string
  gas_used: string
  gas_limit: string
  gas_cost: string
  fees_spent: string
  cumulative_transactions: string
  header: Uint8Array
}

/** A block whose header decodes; the rule `evm-headers` reports the others. */
export interface EvmBlock extends EvmBlockRow {
  readonly content: SubnetEvmHeader & Partial<Pick<CorethHeader, 'extDataHash' | 'extDataGasUsed'>>
}

/** Returns all rows, by chain and number. */
export const evmBlockRows = perWorld((world) => world.all(selectBlocks, {}))

/** Returns the blocks of each chain that decode, in the order of their numbers. */
export const evmBlocks = perWorld((world) =>
  groupBy(
    readable(evmBlockRows(world), (row): EvmBlock[] => [
      { ...row, content: decodeHeader(world, row) },
    ]),
    ({ chain_id }) => chain_id,
  ),
)

/** Returns the epoch seconds of blocks by chain and number. */
export const blockTimes = perWorld(
  (world): ReadonlyMap<string, number> =>
    new Map(
      evmBlockRows(world).map(({ chain_id, number, timestamp }) => [
        `${chain_id} ${number}`,
        timestamp,
      ]),
    ),
)

/** Decodes the header in the row of a block; throws FormatError. */
export function decodeHeader(
  world: CheckedWorld,
  { chain_id, header }: EvmBlockRow,
): EvmBlock['content'] {
  const chain = evmChainById(world).get(chain_id)
  return chain && isContractChain(chain)
    ? decodeRlp(corethHeader, header)
    : decodeRlp(subnetEvmHeader, header)
}

/** Returns the ids of a block for violations. */
export const idsOfEvmBlock = ({ hash, chain_id, number }: EvmBlockRow): readonly string[] => [
  hash,
  `${chain_id} block ${number}`,
]

const selectBlocks = statement<Record<string, never>, EvmBlockRow>(
  'SELECT * FROM evm_block ORDER BY chain_id, number',
)
