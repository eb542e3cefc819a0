import {
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../../formats/evm/events.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Sequences } from '../../chains/sequences.ts'
import type { Contract, ContractBook } from '../contracts/contract-book.ts'
import { type HeldToken, HeldTokens } from './held-tokens.ts'
import { type AddressTexts, balanceWithin, zeroAddressText } from './ledger.ts'
import { NftHoldings } from './nft-holdings.ts'
import type { NftMetadata } from './nft-metadata.ts'
import type { Token, TokenUris } from './token-uris.ts'
import type { TransferPlace } from './transfer-place.ts'

interface Move {
  readonly id: bigint
  readonly from: string
  readonly to: string
  readonly value: bigint
}

interface NftTools {
  readonly chainId: string
  readonly textOf: AddressTexts
  readonly sequences: Sequences
  readonly store: WorldStore
  readonly metadata: NftMetadata
  readonly contracts: ContractBook
}

/** Maximum number of tokens whose keys are in memory. */
const maxTokens = 20_000

/** Owners and balances of the NFTs of one chain, folded from their logs. */
export class NftLedger {
  readonly #tools: NftTools
  readonly #holdings: NftHoldings
  readonly #held: HeldTokens
  /** Keys of tokens by contract key and id. */
  readonly #tokens = new Map<string, number>()
  /** Number of different tokens ever minted, by contract key. */
  readonly #counts = new Map<number, number>()

  constructor(tools: NftTools) {
    this.#tools = tools
    this.#holdings = new NftHoldings(tools.store, tools.chainId)
    this.#held = new HeldTokens(tools.contracts, this.#holdings)
  }

  /** Returns the number of different tokens of a contract that were ever minted. */
  countOf({ seq }: Contract): number {
    const known = this.#counts.get(seq)
    if (known !== undefined) return known
    const count = this.#tools.store.get(countTokens, { contract: seq })?.tokens ?? 0
    this.#counts.set(seq, count)
    return count
  }

  /** Returns the amount of a token that a holder, by EIP-55 text, has. */
  balanceOf(holder: string, { seq }: Contract, id: bigint): bigint {
    const token = this.keyOf(seq, id)
    return (token !== undefined && this.#holdings.of(holder).get(token)?.balance) || 0n
  }

  /**
   * Returns the owner of an ERC-721 token, EIP-55; undefined before it is minted and after it was
   * burned.
   */
  ownerOf({ seq }: Contract, id: bigint): string | undefined {
    const token = this.keyOf(seq, id)
    return token === undefined ? undefined : this.#tools.store.get(selectOwner, { token })?.holder
  }

  /**
   * Returns the tokens of one kind of background contract that a holder, by EIP-55 text, has some
   * of.
   */
  heldBy(holder: string, ercType: Contract['ercType']): readonly HeldToken[] {
    return this.#held.of(holder, ercType)
  }

  /** Records what the log of a contract of NFTs tells. */
  record(contract: Contract, log: Log, place: () => TransferPlace | undefined): void {
    const table = contract.ercType === 'ERC-721' ? 'erc721' : 'erc1155'
    for (const move of this.#movesIn(contract, log)) {
      const at = place()
      if (at) this.#move(contract, table, at, move)
    }
  }

  /** Returns the ids of tokens that a log of a contract of NFTs names first. */
  newIdsIn(contract: Contract, log: Log): bigint[] {
    return this.#movesIn(contract, log)
      .map(({ id }) => id)
      .filter((id) => this.keyOf(contract.seq, id) === undefined)
  }

  #movesIn({ ercType }: Contract, log: Log): Move[] {
    const { textOf } = this.#tools
    if (ercType === 'ERC-721') {
      const transfer = erc721Transfer.decode(log)
      if (!transfer) return []
      const [from, to] = [textOf(transfer.from), textOf(transfer.to)]
      return [{ id: transfer.tokenId, from, to, value: 1n }]
    }
    const single = erc1155TransferSingle.decode(log)
    const batch = single
      ? { ...single, ids: [single.id], values: [single.value] }
      : erc1155TransferBatch.decode(log)
    if (!batch) return []
    const [from, to] = [textOf(batch.from), textOf(batch.to)]
    return batch.ids.map((id, index) => ({ id, from, to, value: batch.values[index] ?? 0n }))
  }

  #move(
    contract: Contract,
    table: 'erc721' | 'erc1155',
    place: TransferPlace,
    { id, from, to, value }: Move,
  ): void {
    const { chainId, store } = this.#tools
    const seq = this.#tokenOf({ contract, id }, place)
    const token = { contract, seq, id }
    const setBalance = (holder: string, balance: bigint) => {
      if (holder === zeroAddressText) return
      const change = balance - this.balanceOf(holder, contract, id)
      this.#held.note(holder, contract, this.#holdings.add(holder, token, change, place.seq))
    }
    // A contract may log anything: a token of ERC-721 has the owner that its latest log names, and
    // no balance leaves the range of a word (G-317).
    if (table === 'erc721') {
      const owner = this.ownerOf(contract, id)
      if (owner !== undefined && owner !== to) setBalance(owner, 0n)
      setBalance(to, 1n)
    } else {
      setBalance(from, balanceWithin(this.balanceOf(from, contract, id) - value))
      setBalance(to, balanceWithin(this.balanceOf(to, contract, id) + value))
    }
    store.insert(`${table}_transfer`, {
      seq: place.seq,
      tx_seq: place.txSeq,
      log_index: place.logIndex,
      contract_seq: contract.seq,
      token_seq: seq,
      sender: from,
      recipient: to,
      ...(table === 'erc1155' && { value }),
    })
    place.tally.transfer(from, to)
    for (const address of new Set([from, to]))
      store.insert(`${table}_activity`, { chain_id: chainId, address, seq: place.seq })
  }

  /** Returns the key of a token, whose row is created when it first appears. */
  #tokenOf(token: Token, { timestamp, uris }: TransferPlace): number {
    const { contract, id } = token
    const found = this.keyOf(contract.seq, id)
    if (found !== undefined) return found
    const { sequences, store, metadata } = this.#tools
    const seq = sequences.next('nft_token')
    const count = this.countOf(contract)
    const described = metadata.rowOf(token, seq, timestamp, uris)
    store.insert(
      'nft_token',
      Object.assign({ seq, contract_seq: contract.seq, token_id: id }, described),
    )
    this.#counts.set(contract.seq, count + 1)
    this.#remember(contract.seq, id, seq)
    return seq
  }

  /**
   * Returns the time of the last requested read of a token's metadata, epoch seconds.
   * @param token key of the token
   */
  reindexedAt(token: number): number | undefined {
    return this.#tools.store.get(selectReindexed, { token })?.reindexed_at ?? undefined
  }

  /** Reads the metadata of an existing token again, at a time in epoch seconds. */
  reindex(token: Token, time: number, uris: TokenUris): void {
    const { metadata, store } = this.#tools
    const seq = this.keyOf(token.contract.seq, token.id) ?? null
    const read = metadata.reread(token, time, uris)
    store.update('nft_token', { seq }, { reindexed_at: time, ...read })
  }

  /** Returns the key of an existing token. */
  keyOf(contract: number, id: bigint): number | undefined {
    const known = this.#tokens.get(`${contract}/${id}`)
    if (known !== undefined) return known
    const found = this.#tools.store.get(selectToken, { contract, tokenId: String(id) })?.seq
    if (found !== undefined) this.#remember(contract, id, found)
    return found
  }

  #remember(contract: number, id: bigint, seq: number): void {
    if (this.#tokens.size >= maxTokens) this.#tokens.clear()
    this.#tokens.set(`${contract}/${id}`, seq)
  }
}

const selectToken = statement<{ contract: number; tokenId: string }, { seq: number }>(
  'SELECT seq FROM nft_token WHERE contract_seq = :contract AND token_id = :tokenId',
)

const selectReindexed = statement<{ token: number }, { reindexed_at: number | null }>(
  'SELECT reindexed_at FROM nft_token WHERE seq = :token',
)

const selectOwner = statement<{ token: number }, { holder: string }>(
  'SELECT holder FROM nft_balance WHERE token_seq = :token',
)

const countTokens = statement<{ contract: number }, { tokens: number }>(
  'SELECT count(*) AS tokens FROM nft_token WHERE contract_seq = :contract',
)
