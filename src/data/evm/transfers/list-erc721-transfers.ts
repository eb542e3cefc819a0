import { listErc721Transfers } from '../../../../schemas/data/evm-transactions.ts'
import { type LiveErc721Transfer, LiveErc721Transfers } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { route } from '../../../http/route.ts'
import { statement } from '../../../store/statement.ts'
import { openTransferPage, type RangeBindings } from '../blocks/block-range.ts'
import {
  type NftTokenRow,
  nftTokenColumns,
  ownerOfErc721,
  toCommonNftToken,
} from '../contracts/nft-token.ts'
import { findChain } from '../find-chain.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from './parties.ts'

/** `GET …/transactions:listErc721`: ERC-721 transfers from or to an address, newest first. */
export const listErc721TransfersRoute = route(
  listErc721Transfers,
  (world, { params, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const list = { operation: 'listErc721Transfers', chainId, address: params.address }
    const page = openTransferPage(world, list, query)

    const found = world.all(selectTransfersBefore, page.bindings)
    const { rows, next } = page.cut(found, (row) => row.seq)
    return { ...next, transactions: rows.map((row) => toErc721Transfer(row, dialect)) }
  },
  { liveAnswer: LiveErc721Transfers },
)

const selectTransfersBefore = statement<RangeBindings, Row>(`
  SELECT x.seq, t.block_number, b.timestamp, b.hash AS block_hash, t.hash, x.log_index,
         ${partyColumns('x')}, ${nftTokenColumns(ownerOfErc721)}
  FROM erc721_activity a
  CROSS JOIN erc721_transfer x ON x.seq = a.seq
  CROSS JOIN evm_transaction t ON t.seq = x.tx_seq
  CROSS JOIN evm_block b ON b.chain_id = t.chain_id AND b.number = t.block_number
  CROSS JOIN nft_token n ON n.seq = x.token_seq
  CROSS JOIN contract c ON c.seq = n.contract_seq
  ${partyJoins('x')}
  WHERE a.chain_id = :chainId AND a.address = :address AND a.seq >= :from AND a.seq < :before
  ORDER BY a.seq DESC
  LIMIT :limit`)

interface Row extends PartiesRow, NftTokenRow {
  seq: number
  block_number: number
  timestamp: number
  block_hash: string
  hash: string
  log_index: number
}

const toErc721Transfer = (row: Row, dialect: Dialect): LiveErc721Transfer => ({
  blockNumber: String(row.block_number),
  blockTimestamp: row.timestamp,
  blockHash: row.block_hash,
  txHash: row.hash,
  ...toParties(row),
  logIndex: row.log_index,
  erc721Token: toCommonNftToken(row, dialect),
})
