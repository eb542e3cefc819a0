import type { Log } from '../../../formats/evm/receipts.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import type { Contract, ContractBook } from '../contracts/contract-book.ts'
import type { BlockTally } from '../counts/block-counts.ts'
import type { Erc20Ledger } from './erc20-ledger.ts'
import type { AddressTexts } from './ledger.ts'
import type { NftLedger } from './nft-ledger.ts'
import { type Token, type TokenUris, tokenText } from './token-uris.ts'
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
  readonly uris: TokenUris
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
          uris: source.uris,
        }
      }
      const contract = this.#contracts.find(this.#textOf(log.address))
      if (contract?.ercType === 'ERC-20') this.erc20.record(contract, log, place)
      else if (contract && isNft(contract)) this.nfts.record(contract, log, place)
    })
  }

  /** Returns the tokens of contracts that others deployed which logs name first, each once. */
  newTokensIn(logs: readonly Log[]): readonly Token[] {
    const found = new Map<string, Token>()
    for (const log of logs) {
      const contract = this.#contracts.find(this.#textOf(log.address))
      if (!contract || contract.isBackground || !isNft(contract)) continue
      for (const id of this.nfts.newIdsIn(contract, log)) {
        const token = { contract, id }
        found.set(tokenText(token), token)
      }
    }
    return [...found.values()]
  }

  /** Writes the changes of a block. */
  flush(blockNumber: number): void {
    this.erc20.flush(blockNumber)
  }
}

const isNft = ({ ercType }: Contract) => ercType === 'ERC-721' || ercType === 'ERC-1155'
