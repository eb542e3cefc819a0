import type { ContractDefinition } from '../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { Sequences } from '../sequences.ts'
import type { ContractProfiles } from './contract-profiles.ts'
import type { AddressTexts } from './ledger.ts'

/** A contract that the tables know. */
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
  /** US dollars for one whole token, decimal text. */
  readonly usd: string | undefined
  /** EIP-55; nobody deployed what was there before the world began. */
  readonly deployer: string | undefined
}

/** Who deployed a contract, EIP-55, and the key of the transaction. */
export interface Deployment {
  readonly deployer: string
  /** The contract that created it, when it was not the transaction itself. */
  readonly through?: string
  readonly txSeq: number
}

interface ContractTools {
  readonly chainId: string
  readonly textOf: AddressTexts
  readonly sequences: Sequences
  readonly store: WorldStore
  readonly profiles: ContractProfiles
}

/** The known contracts of one chain. */
export class ContractBook {
  readonly #tools: ContractTools
  /** By EIP-55 text, in the order in which they became known; read when first asked for. */
  #contracts: Map<string, Contract> | undefined

  constructor(tools: ContractTools) {
    this.#tools = tools
  }

  /** By EIP-55 text. */
  find(text: string): Contract | undefined {
    return this.#known().get(text)
  }

  /** In the order in which they became known. */
  ofType(ercType: Contract['ercType']): Contract[] {
    return [...this.#known().values()].filter((contract) => contract.ercType === ercType)
  }

  withRole(role: NonNullable<Contract['role']>): Contract | undefined {
    return [...this.#known().values()].find((contract) => contract.role === role)
  }

  named(name: string): Contract | undefined {
    return [...this.#known().values()].find((contract) => contract.name === name)
  }

  /** How many contracts a contract has created. */
  createdBy({ text }: Contract): number {
    const { store, chainId } = this.#tools
    return store.get(countCreated, { chainId, creator: text })?.created ?? 0
  }

  /** Makes a contract known; without a deployment it was there before the world began. */
  add(declared: ContractDefinition, address: Uint8Array, deployment?: Deployment): void {
    const { chainId, textOf, sequences, store, profiles } = this.#tools
    const known = this.#known()
    const text = textOf(address)
    const seq = sequences.next('contract')
    const { columns, links, tags } = profiles.of(declared)
    store.insert('contract', {
      seq,
      chain_id: chainId,
      address: text,
      erc_type: declared.ercType,
      role: declared.role ?? null,
      name: declared.name ?? null,
      symbol: declared.symbol ?? null,
      decimals: declared.decimals ?? null,
      logo_uri: declared.logoUri ?? null,
      coingecko_coin_id: declared.coingeckoCoinId ?? null,
      ...columns,
      deployer: deployment?.deployer ?? null,
      deployer_contract: deployment?.through ?? null,
      deployment_tx: deployment?.txSeq ?? null,
    })
    links.forEach(({ type, url }, position) => {
      store.insert('contract_link', { contract_seq: seq, position, type, url })
    })
    tags.forEach((tag, position) => {
      store.insert('contract_tag', { contract_seq: seq, position, tag })
    })
    if (declared.usd)
      store.insert('token_price', { chain_id: chainId, contract: text, usd: declared.usd })
    const { ercType, role, name, symbol, decimals, logoUri, usd } = declared
    const deployer = deployment?.deployer
    known.set(text, {
      ...{ seq, address, text, ercType, role, name, symbol, decimals, logoUri, usd, deployer },
    })
  }

  #known(): Map<string, Contract> {
    const { store, chainId } = this.#tools
    this.#contracts ??= new Map(
      store.all(selectContracts, { chainId }).map((row) => [row.address, contractOf(row)]),
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
  usd: string | null
  deployer: string | null
}

const contractOf = (row: ContractRow): Contract => ({
  seq: row.seq,
  address: parseEvmAddress(row.address),
  text: row.address,
  ercType: row.erc_type,
  role: row.role ?? undefined,
  name: row.name ?? undefined,
  symbol: row.symbol ?? undefined,
  decimals: row.decimals ?? undefined,
  logoUri: row.logo_uri ?? undefined,
  usd: row.usd ?? undefined,
  deployer: row.deployer ?? undefined,
})

const selectContracts = statement<{ chainId: string }, ContractRow>(`
  SELECT c.seq, c.address, c.erc_type, c.role, c.name, c.symbol, c.decimals, c.logo_uri, p.usd,
    c.deployer
  FROM contract c
  LEFT JOIN token_price p ON p.chain_id = c.chain_id AND p.contract = c.address
  WHERE c.chain_id = :chainId
  ORDER BY c.seq`)

const countCreated = statement<{ chainId: string; creator: string }, { created: number }>(`
  SELECT count(*) AS created FROM contract
  WHERE chain_id = :chainId AND deployer_contract = :creator`)
