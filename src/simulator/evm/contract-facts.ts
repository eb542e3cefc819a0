import type { ContractDefinition, ContractRole } from '../../../schemas/definition/evm.ts'

/** What a chain knows of a contract by its code and the arguments of its constructor. */
export interface ContractFacts {
  readonly ercType: ContractDefinition['ercType']
  readonly role?: ContractRole | undefined
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  /** Of ERC-20 tokens. */
  readonly decimals?: number | undefined
}
