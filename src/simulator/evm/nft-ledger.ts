import {
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../formats/evm/events.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import type { RowWriter } from '../../store/world-store.ts'
import type { Sequences } from '../sequences.ts'
import type { Contract } from './contract-book.ts'
import { type AddressTexts, zeroAddressText } from './ledger.ts'
import type { NftMetadata } from './nft-metadata.ts'
import type { TransferPlace } from './transfer-book.ts'

/** One token id of a contract and who holds how many of it. */
export interface NftToken {
  readonly seq: number
  readonly contract: Contract
  readonly id: bigint
  /** By EIP-55 text; holders of none are left out. */
  readonly holders: Map<string, Holding>
}

interface Holding {
  balance: bigint
  /** Counts the holdings of a chain: smaller ones were got earlier. */
  readonly order: number
}

interface Move {
  readonly id: bigint
  readonly from: string
  readonly to: string
  readonly value: bigint
}

/** Owners and balances of the NFTs of one chain, folded from their logs. */
export class NftLedger {
  readonly #tools: {
    readonly chainId: string
    readonly textOf: AddressTexts
    readonly sequences: Sequences
    readonly writer: RowWriter
    readonly metadata: NftMetadata
  }
  readonly #tokens = new Map<Contract, Map<bigint, NftToken>>()
  readonly #held = new Map<string, Set<NftToken>>()
  #holdings = 0

  constructor(tools: {
    chainId: string
    textOf: AddressTexts
    sequences: Sequences
    writer: RowWriter
    metadata: NftMetadata
  }) {
    this.#tools = tools
  }

  /** How many different tokens of a contract were ever minted. */
  countOf(contract: Contract): number {
    return this.#tokens.get(contract)?.size ?? 0
  }

  /** The tokens that a holder, by EIP-55 text, has some of. */
  heldBy(holder: string, ercType: Contract['ercType']): NftToken[] {
    const held = this.#held.get(holder) ?? []
    return [...held].filter(({ contract }) => contract.ercType === ercType)
  }

  recordErc721(contract: Contract, log: Log, place: () => TransferPlace): void {
    const transfer = erc721Transfer.decode(log)
    if (!transfer) return
    const { textOf } = this.#tools
    const [from, to] = [textOf(transfer.from), textOf(transfer.to)]
    this.#move(contract, 'erc721', place(), { id: transfer.tokenId, from, to, value: 1n })
  }

  recordErc1155(contract: Contract, log: Log, place: () => TransferPlace): void {
    const { textOf } = this.#tools
    const single = erc1155TransferSingle.decode(log)
    const batch = single
      ? { ...single, ids: [single.id], values: [single.value] }
      : erc1155TransferBatch.decode(log)
    if (!batch) return
    const [from, to] = [textOf(batch.from), textOf(batch.to)]
    batch.ids.forEach((id, index) => {
      this.#move(contract, 'erc1155', place(), { id, from, to, value: batch.values[index] ?? 0n })
    })
  }

  /** Writes who holds what, in the order in which holders got it. */
  finish(): void {
    const { chainId, writer } = this.#tools
    let counted = 0
    const holdings = [...this.#tokens.values()]
      .flatMap((tokens) => [...tokens.values()])
      .flatMap((token) => [...token.holders].map(([holder, held]) => ({ token, holder, ...held })))
      .sort((a, b) => a.order - b.order)
    for (const { token, holder, balance } of holdings)
      writer.insert('nft_balance', {
        seq: Number(chainId) * 1e6 + counted++,
        chain_id: chainId,
        holder,
        erc_type: token.contract.ercType,
        contract_seq: token.contract.seq,
        token_seq: token.seq,
        balance,
      })
  }

  #move(
    contract: Contract,
    table: 'erc721' | 'erc1155',
    place: TransferPlace,
    { id, from, to, value }: Move,
  ): void {
    const { chainId, writer } = this.#tools
    const token = this.#tokenOf(contract, id, place.timestamp)
    this.#add(token, from, -value)
    this.#add(token, to, value)
    writer.insert(`${table}_transfer`, {
      seq: place.seq,
      tx_seq: place.txSeq,
      log_index: place.logIndex,
      token_seq: token.seq,
      sender: from,
      recipient: to,
      ...(table === 'erc1155' && { value }),
    })
    for (const address of new Set([from, to]))
      writer.insert(`${table}_activity`, { chain_id: chainId, address, seq: place.seq })
  }

  #add(token: NftToken, holder: string, change: bigint): void {
    if (holder === zeroAddressText) return
    const { holders, contract, id } = token
    const held = holders.get(holder)
    const balance = (held?.balance ?? 0n) + change
    if (balance < 0n)
      throw new Error(`${holder} does not hold ${-change} of ${contract.text}/${id}`)
    const tokens = this.#held.get(holder) ?? new Set()
    this.#held.set(holder, tokens)
    if (balance === 0n) {
      holders.delete(holder)
      tokens.delete(token)
    } else if (held) {
      held.balance = balance
    } else {
      holders.set(holder, { balance, order: this.#holdings++ })
      tokens.add(token)
    }
  }

  #tokenOf(contract: Contract, id: bigint, timestamp: number): NftToken {
    const tokens = this.#tokens.get(contract) ?? new Map<bigint, NftToken>()
    this.#tokens.set(contract, tokens)
    const known = tokens.get(id)
    if (known) return known
    const { sequences, writer, metadata } = this.#tools
    const token = { seq: sequences.next('nft_token'), contract, id, holders: new Map() }
    tokens.set(id, token)
    writer.insert('nft_token', {
      seq: token.seq,
      contract_seq: contract.seq,
      token_id: id,
      ...metadata.rowOf(contract, id, timestamp),
    })
    return token
  }
}
