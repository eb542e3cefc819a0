import type { Log } from '../../../formats/evm/receipts.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { ContractBook } from '../contracts/contract-book.ts'
import type { BlockTally } from '../counts/block-counts.ts'
import type { Erc20Ledger } from './erc20-ledger.ts'
import type { AddressTexts } from './ledger.ts'
import type { NftLedger } from './nft-ledger.ts'
import type { TransferPlace } from './transfer-place.ts'

/** Source of the transfers of one transaction; log indices count through the block. */
export interface TransferSource {
  readonly seq: number
  /** Number of the block. */
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  readonly firstLogIndex: number
  readonly tally: BlockTally
}

/** Reader of the logs of known token contracts: all token rows follow from logs. */
export class TransferBook {
  readonly #contracts: ContractBook
  readonly #textOf: AddressTexts
  readonly erc20: Erc20Ledger
  readonly nfts: NftLedger

  constructor(
    contracts: ContractBook,
    textOf: AddressTexts,
    ledgers: { erc20: Erc20Ledger; nfts: NftLedger },
  ) {
    this.#contracts = contracts
    this.#textOf = textOf
    this.erc20 = ledgers.erc20
    this.nfts = ledgers.nfts
  }

  /** Records the transfers that a transaction has keys for; those after them are left out (G-316). */
  record(source: TransferSource, logs: readonly Log[]): void {
    let position = 0
    logs.forEach((log, index) => {
      const place = (): TransferPlace | undefined => {
        if (position === transfersPerTransaction) return undefined
        return {
          seq: source.seq * transfersPerTransaction + position++,
          txSeq: source.seq,
          logIndex: source.firstLogIndex + index,
          timestamp: source.timestamp,
          tally: source.tally,
        }
      }
      const contract = this.#contracts.find(this.#textOf(log.address))
      if (contract?.ercType === 'ERC-20') this.erc20.record(contract, log, place)
      else if (contract?.ercType === 'ERC-721') this.nfts.recordErc721(contract, log, place)
      else if (contract?.ercType === 'ERC-1155') this.nfts.recordErc1155(contract, log, place)
    })
  }

  /** Writes the changes of a block. */
  flush(blockNumber: number): void {
    this.erc20.flush(blockNumber)
  }
}
