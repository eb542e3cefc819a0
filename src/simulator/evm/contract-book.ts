import type { ContractDefinition } from '../../../schemas/definition/evm.ts'
import type { RowWriter } from '../../store/world-store.ts'
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
  readonly declared: ContractDefinition
}

/** Who deployed a contract, EIP-55, and the key of the transaction. */
export interface Deployment {
  readonly deployer: string
  /** The contract that created it, when it was not the transaction itself. */
  readonly through?: string
  readonly txSeq: number
}

/** The known contracts of one chain. */
export class ContractBook {
  readonly #tools: {
    readonly chainId: string
    readonly textOf: AddressTexts
    readonly sequences: Sequences
    readonly writer: RowWriter
    readonly profiles: ContractProfiles
  }
  readonly #contracts = new Map<string, Contract>()

  constructor(tools: {
    chainId: string
    textOf: AddressTexts
    sequences: Sequences
    writer: RowWriter
    profiles: ContractProfiles
  }) {
    this.#tools = tools
  }

  /** By EIP-55 text. */
  find(text: string): Contract | undefined {
    return this.#contracts.get(text)
  }

  /** In the order in which they became known. */
  ofType(ercType: Contract['ercType']): Contract[] {
    return [...this.#contracts.values()].filter((contract) => contract.ercType === ercType)
  }

  withRole(role: NonNullable<Contract['role']>): Contract | undefined {
    return [...this.#contracts.values()].find((contract) => contract.role === role)
  }

  named(name: string): Contract | undefined {
    return [...this.#contracts.values()].find(({ declared }) => declared.name === name)
  }

  /** Makes a contract known; without a deployment it was there before the world began. */
  add(declared: ContractDefinition, address: Uint8Array, deployment?: Deployment): Contract {
    const { chainId, textOf, sequences, writer, profiles } = this.#tools
    const text = textOf(address)
    const seq = sequences.next('contract')
    const { ercType, role } = declared
    const { columns, links, tags } = profiles.of(declared)
    writer.insert('contract', {
      seq,
      chain_id: chainId,
      address: text,
      erc_type: ercType,
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
      writer.insert('contract_link', { contract_seq: seq, position, type, url })
    })
    tags.forEach((tag, position) => {
      writer.insert('contract_tag', { contract_seq: seq, position, tag })
    })
    if (declared.usd)
      writer.insert('token_price', { chain_id: chainId, contract: text, usd: declared.usd })
    const contract: Contract = { seq, address, text, ercType, role, declared }
    this.#contracts.set(text, contract)
    return contract
  }
}
