import type { ContractDefinition } from '../../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../../formats/addresses.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Sequences } from '../../chains/sequences.ts'
import type { AddressTexts } from '../ledgers/ledger.ts'
import { always, type Prices } from '../prices/prices.ts'
import type { ContractFacts } from './contract-facts.ts'
import type { ContractProfiles } from './contract-profiles.ts'

/** A contract in the tables. */
export interface Contract {
  readonly seq: number
  /** 20 bytes. */
  readonly address: Uint8Array
  /** EIP-55. */
  readonly text: string
  readonly ercType: ContractDefinition['ercType']
  readonly role: ContractDefinition['role']
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly logoUri: string | undefined
  /** Address in EIP-55; undefined for a contract of the initial state. */
  readonly deployer: string | undefined
  /** Whether background traffic may use it; false for a contract created by an action. */
  readonly isBackground: boolean
}

/** Deployer of a contract, EIP-55, and the key of the transaction. */
export interface Deployment {
  readonly deployer: string
  /** Contract that created it, when it was not the transaction itself. */
  readonly through?: string
  readonly txSeq: number
}

interface ContractTools {
  readonly chainId: string
  readonly textOf: AddressTexts
  readonly sequences: Sequences
  readonly store: WorldStore
  readonly profiles: ContractProfiles
  readonly prices: Prices
}

/** Known contracts of one chain. */
export class ContractBook {
  readonly #tools: ContractTools
  /** Contracts by EIP-55 text, in the order in which they became known; read on first use. */
  #contracts: Map<string, Contract> | undefined
  /** Background contracts, all and by kind, cached until one is published. */
  #background: readonly Contract[] | undefined
  readonly #backgroundByType = new Map<Contract['ercType'], readonly Contract[]>()

  constructor(tools: ContractTools) {
    this.#tools = tools
  }

  /** Returns a contract by its EIP-55 text. */
  find(text: string): Contract | undefined {
    return this.#known().get(text)
  }

  /**
   * Returns the contracts of background traffic, in the order in which they became known; a new
   * list after a change.
   */
  ofType(ercType: Contract['ercType']): readonly Contract[] {
    const known = this.#backgroundByType.get(ercType)
    if (known) return known
    const found = this.#ofBackground().filter((contract) => contract.ercType === ercType)
    this.#backgroundByType.set(ercType, found)
    return found
  }

  /** Returns the first background contract with a role. */
  withRole(role: NonNullable<Contract['role']>): Contract | undefined {
    return this.#ofBackground().find((contract) => contract.role === role)
  }

  /** Returns the first background contract with a name. */
  named(name: string): Contract | undefined {
    return this.#ofBackground().find((contract) => contract.name === name)
  }

  /** Returns the first matching contract, of background traffic or of actions. */
  first(fits: (contract: Contract) => boolean): Contract | undefined {
    return [...this.#known().values()].find(fits)
  }

  /**
   * Adds a contract with the facts from its code; without a deployment it belongs to the initial
   * state.
   */
  add(facts: ContractFacts, address: Uint8Array, deployment?: Deployment): void {
    const { chainId, textOf, sequences, store } = this.#tools
    const known = this.#known()
    const text = textOf(address)
    // A contract that ends may be created again at its address.
    if (known.has(text)) return
    const seq = sequences.next('contract')
    const { ercType, role, name, symbol, decimals } = facts
    const deployer = deployment?.deployer
    store.insert('contract', {
      seq,
      chain_id: chainId,
      address: text,
      erc_type: ercType,
      role: role ?? null,
      name: name ?? null,
      symbol: symbol ?? null,
      decimals: decimals ?? null,
      deployer: deployer ?? null,
      deployer_contract: deployment?.through ?? null,
      deployment_tx: deployment?.txSeq ?? null,
    })
    known.set(
      text,
      contractOf({ seq, address, text, ercType, role, name, symbol, decimals, deployer }),
    )
  }

  /**
   * Adds the published profile of a declared contract and makes it available to background traffic.
   */
  publish(address: Uint8Array, declared: ContractDefinition): void {
    const { textOf, store, profiles, prices } = this.#tools
    const contract = this.#known().get(textOf(address))
    if (!contract) throw new Error(`internal error: no contract at ${textOf(address)}`)
    const { seq, text } = contract
    const { logoUri, coingeckoCoinId, reputation, role } = declared
    const usd = declared.usd ?? (role === 'wrapped-native' ? prices.of('') : undefined)
    const { columns, links, tags } = profiles.of(declared)
    store.update(
      'contract',
      { seq },
      {
        logo_uri: logoUri ?? null,
        coingecko_coin_id: coingeckoCoinId ?? null,
        reputation: reputation ?? null,
        ...columns,
        everyday: 1,
      },
    )
    links.forEach(({ type, url }, position) => {
      store.insert('contract_link', { contract_seq: seq, position, type, url })
    })
    tags.forEach((tag, position) => {
      store.insert('contract_tag', { contract_seq: seq, position, tag })
    })
    if (usd) prices.set(text, usd, always)
    this.#known().set(text, { ...contract, logoUri, isBackground: true })
    this.#background = undefined
    this.#backgroundByType.clear()
  }

  #ofBackground(): readonly Contract[] {
    this.#background ??= [...this.#known().values()].filter(({ isBackground }) => isBackground)
    return this.#background
  }

  #known(): Map<string, Contract> {
    const { store, chainId } = this.#tools
    this.#contracts ??= new Map(
      store.all(selectContracts, { chainId }).map((row) => [row.address, read(row)]),
    )
    return this.#contracts
  }
}

interface ContractRow {
  seq: number
  address: string
  erc_type: Contract['ercType']
  role: NonNullable<Contract['role']> | null
  name: string | null
  symbol: string | null
  decimals: number | null
  logo_uri: string | null
  deployer: string | null
  everyday: 0 | 1
}

/** Returns a contract without further facts. */
export const contractOf = (
  known: Pick<Contract, 'seq' | 'address' | 'text' | 'ercType'> & Partial<Contract>,
): Contract => ({
  role: undefined,
  name: undefined,
  symbol: undefined,
  decimals: undefined,
  logoUri: undefined,
  deployer: undefined,
  isBackground: false,
  ...known,
})

const read = (row: ContractRow): Contract => ({
  seq: row.seq,
  address: parseEvmAddress(row.address),
  text: row.address,
  ercType: row.erc_type,
  role: row.role ?? undefined,
  name: row.name ?? undefined,
  symbol: row.symbol ?? undefined,
  decimals: row.decimals ?? undefined,
  logoUri: row.logo_uri ?? undefined,
  deployer: row.deployer ?? undefined,
  isBackground: row.everyday === 1,
})

const selectContracts = statement<{ chainId: string }, ContractRow>(`
  SELECT seq, address, erc_type, role, name, symbol, decimals, logo_uri, deployer, everyday
  FROM contract
  WHERE chain_id = :chainId
  ORDER BY seq`)
