import {
  erc20Transfer,
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../formats/evm/events.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import { toHex } from '../../formats/ids.ts'
import { transfersPerTransaction } from '../../store/tables/evm-contracts.ts'
import { perWorld } from '../per-world.ts'
import { type ContractRow, contractByAddress } from './contracts.ts'
import { type EvmTransaction, evmTransactions } from './evm-transactions.ts'

/** A transfer in a log of a known token contract; addresses are lower-case hex. */
export interface Transfer {
  /** Key of its row: 1,024 times that of the transaction, plus its place in it. */
  readonly seq: number
  readonly transaction: EvmTransaction
  readonly contract: ContractRow
  /** Index among all logs of the block. */
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** Id of an NFT; undefined for an ERC-20 token. */
  readonly tokenId: bigint | undefined
  readonly value: bigint
}

/** Returns all transfers, in the order of their transactions. */
export const transfers = perWorld((world): readonly Transfer[] => {
  let block = ''
  let firstLogIndex = 0
  return evmTransactions(world).flatMap((transaction) => {
    const { chain_id, block_number, seq, outcome } = transaction
    if (block !== `${chain_id} ${block_number}`) firstLogIndex = 0
    block = `${chain_id} ${block_number}`
    const found = outcome.logs.flatMap((log, index) => {
      const contract = contractByAddress(world).get(`${chain_id} ${toHex(log.address)}`)
      if (!contract) return []
      return movesIn(contract, log).map(({ from, to, ...move }) => ({
        ...move,
        transaction,
        contract,
        logIndex: firstLogIndex + index,
        from: toHex(from),
        to: toHex(to),
      }))
    })
    firstLogIndex += outcome.logs.length
    return found.slice(0, transfersPerTransaction).map((transfer, place) => ({
      ...transfer,
      seq: seq * transfersPerTransaction + place,
    }))
  })
})

interface Move {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly tokenId: bigint | undefined
  readonly value: bigint
}

function movesIn({ erc_type }: ContractRow, log: Log): Move[] {
  if (erc_type === 'ERC-20') {
    const transfer = erc20Transfer.decode(log)
    return transfer ? [{ ...transfer, tokenId: undefined }] : []
  }
  if (erc_type === 'ERC-721') {
    const transfer = erc721Transfer.decode(log)
    return transfer ? [{ ...transfer, value: 1n }] : []
  }
  if (erc_type !== 'ERC-1155') return []
  const single = erc1155TransferSingle.decode(log)
  if (single) return [{ ...single, tokenId: single.id }]
  const batch = erc1155TransferBatch.decode(log)
  return (batch?.ids ?? []).map((tokenId, index) => ({
    from: batch?.from ?? new Uint8Array(20),
    to: batch?.to ?? new Uint8Array(20),
    tokenId,
    value: batch?.values[index] ?? 0n,
  }))
}
