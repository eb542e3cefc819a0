import { equalBytes } from '@noble/curves/utils.js'
import type { ContractDefinition, EvmChainDefinition } from '../../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../../formats/addresses.ts'
import { teleporterMessenger } from '../../../formats/teleporter.ts'
import { initCodeFor } from '../solidity/init-code.ts'
import { initCodeOf } from '../solidity/init-code-of.ts'
import type { EarlyContract } from './put-in.ts'

/**
 * Returns the contracts that a chain has before the world begins: those of the definition with an
 * address, the messenger, and the chain's Multicall3.
 */
export function earlyContracts(
  { multicall }: EvmChainDefinition,
  declared: readonly ContractDefinition[],
): EarlyContract[] {
  const known = [
    { address: teleporterMessenger, initCode: initCodeFor('TeleporterMessenger', {}) },
    ...(multicall === undefined
      ? []
      : [{ address: addressOf(multicall), initCode: initCodeFor('Multicall3', {}) }]),
  ]
  const isKnown = (address: Uint8Array) => known.some((each) => equalBytes(each.address, address))
  const others = declared.flatMap((contract) => {
    const address = contract.address === undefined ? undefined : addressOf(contract.address)
    return address && !isKnown(address) ? [{ address, initCode: initCodeOf(contract) }] : []
  })
  return [...known, ...others]
}

const addressOf = (text: string) => parseEvmAddress(text.toLowerCase())
