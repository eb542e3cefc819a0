import type { ContractDefinition, ContractRole } from '../../../../schemas/definition/evm.ts'

/** Facts of a contract from its code and its constructor arguments. */
export interface ContractFacts {
  readonly ercType: ContractDefinition['ercType']
  readonly role?: ContractRole | undefined
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  /** Decimals of ERC-20 tokens. */
  readonly decimals?: number | undefined
}
