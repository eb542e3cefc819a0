import { placeBySeq } from '../place-by-seq.ts'
import type { Contract, ContractBook } from './contract-book.ts'
import type { Change, Holding, NftHoldings } from './nft-holdings.ts'

/** A token that somebody holds some of, with its contract. */
export type HeldToken = Holding & { readonly contract: Contract }

interface List {
  /** The background contracts that it was made by. */
  readonly contracts: readonly Contract[]
  /** In the order of `seq`. */
  readonly tokens: HeldToken[]
}

/**
 * What members of the cast hold of background contracts, in the order in which they got it. A list is
 * made when somebody asks for it and kept up from then on: holders come to have thousands of tokens.
 */
export class HeldTokens {
  readonly #contracts: ContractBook
  readonly #holdings: NftHoldings
  /** By kind of contract, then by holder, EIP-55. */
  readonly #lists = new Map<Contract['ercType'], Map<string, List>>()

  constructor(contracts: ContractBook, holdings: NftHoldings) {
    this.#contracts = contracts
    this.#holdings = holdings
  }

  of(holder: string, ercType: Contract['ercType']): readonly HeldToken[] {
    const contracts = this.#contracts.ofType(ercType)
    const lists = this.#lists.get(ercType) ?? new Map<string, List>()
    this.#lists.set(ercType, lists)
    const known = lists.get(holder)
    if (known?.contracts === contracts) return known.tokens
    const bySeq = new Map(contracts.map((contract) => [contract.seq, contract]))
    const tokens = [...this.#holdings.of(holder).values()].flatMap((holding) => {
      const contract = bySeq.get(holding.contractSeq)
      return contract ? [{ ...holding, contract }] : []
    })
    lists.set(holder, { contracts, tokens })
    return tokens
  }

  /** Keeps a list up with what has changed in the holdings. */
  note(holder: string, { ercType, seq }: Contract, { before, after }: Change): void {
    const list = this.#lists.get(ercType)?.get(holder)
    const contract = list?.contracts.find((each) => each.seq === seq)
    if (!list || !contract) return
    const { tokens } = list
    // Whoever gets a token anew has it from the latest transfer.
    const place = before ? placeBySeq(tokens, before.seq) : tokens.length
    tokens.splice(place, before ? 1 : 0, ...(after ? [Object.assign({ contract }, after)] : []))
  }
}
