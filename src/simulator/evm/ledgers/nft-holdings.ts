import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Contract } from '../contracts/contract-book.ts'

/** A holding: some of a token, held by an account. */
export interface Holding {
  /** Key of its row: that of the transfer by which the holder got it. */
  readonly seq: number
  readonly contractSeq: number
  readonly tokenSeq: number
  readonly tokenId: bigint
  readonly balance: bigint
}

/** A holding before and after a change. */
export interface Change {
  readonly before: Holding | undefined
  readonly after: Holding | undefined
}

/** Maximum number of holders in memory: the cast, and its counterparties. */
const maxHolders = 500

/** NFT holdings of one chain, in the order of acquisition. */
export class NftHoldings {
  readonly #store: WorldStore
  readonly #chainId: string
  /** Holdings by EIP-55 text and token key; all of a holder are read on first use. */
  readonly #held = new Map<string, Map<number, Holding>>()

  constructor(store: WorldStore, chainId: string) {
    this.#store = store
    this.#chainId = chainId
  }

  /** Returns the tokens that a holder, by EIP-55 text, has some of. */
  of(holder: string): ReadonlyMap<number, Holding> {
    return this.#of(holder)
  }

  /**
   * Changes a holding.
   * @throws when the holder has less than it gives
   */
  add(
    holder: string,
    token: { readonly contract: Contract; readonly seq: number; readonly id: bigint },
    change: bigint,
    transferSeq: number,
  ): Change {
    const tokens = this.#of(holder)
    const before = tokens.get(token.seq)
    const balance = (before?.balance ?? 0n) + change
    if (balance < 0n)
      throw new Error(
        `internal error: ${holder} does not hold ${-change} of ${token.contract.text}/${token.id}`,
      )
    if (balance === 0n) {
      if (before) this.#store.remove('nft_balance', { seq: before.seq })
      tokens.delete(token.seq)
      return { before, after: undefined }
    }
    if (before) this.#store.update('nft_balance', { seq: before.seq }, { balance })
    else
      this.#store.insert('nft_balance', {
        seq: transferSeq,
        chain_id: this.#chainId,
        holder,
        erc_type: token.contract.ercType,
        contract_seq: token.contract.seq,
        token_seq: token.seq,
        balance,
      })
    const after = {
      seq: before?.seq ?? transferSeq,
      contractSeq: token.contract.seq,
      tokenSeq: token.seq,
      tokenId: token.id,
      balance,
    }
    tokens.set(token.seq, after)
    return { before, after }
  }

  #of(holder: string): Map<number, Holding> {
    const known = this.#held.get(holder)
    if (known) return known
    if (this.#held.size >= maxHolders) this.#held.clear()
    const rows = this.#store.all(selectHoldings, { chainId: this.#chainId, holder })
    const loaded = new Map(
      rows.map((row): [number, Holding] => [
        row.token_seq,
        {
          seq: row.seq,
          contractSeq: row.contract_seq,
          tokenSeq: row.token_seq,
          tokenId: BigInt(row.token_id),
          balance: BigInt(row.balance),
        },
      ]),
    )
    this.#held.set(holder, loaded)
    return loaded
  }
}

const selectHoldings = statement<
  { chainId: string; holder: string },
  { seq: number; contract_seq: number; token_seq: number; token_id: string; balance: string }
>(`
  SELECT b.seq, b.contract_seq, b.token_seq, t.token_id, b.balance
  FROM nft_balance b
  JOIN nft_token t ON t.seq = b.token_seq
  WHERE b.chain_id = :chainId AND b.holder = :holder
  ORDER BY b.seq`)
