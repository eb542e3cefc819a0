import type { ContractDefinition } from '../../../../schemas/definition/evm.ts'
import { initCodeFor } from './init-code.ts'

/** What the constructor of a contract of the world gets. */
export interface Blueprint {
  readonly ercType: ContractDefinition['ercType']
  readonly role?: ContractDefinition['role']
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  /** Default 18. */
  readonly decimals?: number | undefined
  /** ERC-20 tokens that the deployer gets, in their smallest unit. */
  readonly supply?: bigint
}

/** Returns the init code of a contract of the world: the data of the transaction that creates it. */
export function initCodeOf(blueprint: Blueprint): Uint8Array {
  const { ercType, role, name = '', symbol = '', decimals = 18, supply = 0n } = blueprint
  if (role === 'wrapped-native')
    return initCodeFor('WrappedNativeToken', { name, symbol, decimals: BigInt(decimals) })
  if (ercType === 'ERC-20')
    return initCodeFor('Token', { name, symbol, decimals: BigInt(decimals), supply })
  if (ercType === 'ERC-721') return initCodeFor('Collection', { name, symbol })
  if (ercType === 'ERC-1155') return initCodeFor('MultiCollection', { name, symbol })
  if (role === 'exchange') return initCodeFor('Exchange', { name })
  if (role === 'factory') return initCodeFor('CollectionFactory', { name })
  if (role === 'receiver') return initCodeFor('Mailbox', { name })
  if (role === 'multicall') return initCodeFor('Multicall3', {})
  return initCodeFor('PlainContract', { name })
}
