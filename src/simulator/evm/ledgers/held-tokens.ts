import { placeBySeq } from '../../chains/place-by-seq.ts'
import type { Contract, ContractBook } from '../contracts/contract-book.ts'
import type { Change, Holding, NftHoldings } from './nft-holdings.ts'

/** A held token with its contract. */
export type HeldToken = Holding & { readonly contract: Contract }

interface List {
  /** Background contracts at the time of its creation. */
  readonly contracts: readonly Contract[]
  /** Tokens in the order of `seq`. */
  readonly tokens: HeldToken[]
}

/**
 * Tokens of background contracts held by members of the cast, in the order in which they got them.
 * A list is created on first use and updated afterwards: holders may have thousands of tokens.
 */
export class HeldTokens {
  readonly #contracts: ContractBook
  readonly #holdings: NftHoldings
  /** Lists by kind of contract, then by holder, EIP-55. */
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

  /** Updates a list after a change of the holdings. */
  note(holder: string, { ercType, seq }: Contract, { before, after }: Change): void {
    const list = this.#lists.get(ercType)?.get(holder)
    const contract = list?.contracts.find((each) => each.seq === seq)
    if (!list || !contract) return
    const { tokens } = list
    // A new token comes from the latest transfer, so it goes to the end.
    const place = before ? placeBySeq(tokens, before.seq) : tokens.length
    tokens.splice(place, before ? 1 : 0, ...(after ? [Object.assign({ contract }, after)] : []))
  }
}
