import type { EvmChainDefinition } from '../../../../schemas/definition/evm.ts'
import { encodeCb58, vmIdOf } from '../../../formats/ids.ts'
import { networkConstants, primaryNetworkId } from '../../../networks/constants.ts'
import { daySeconds } from '../../../time/time-units.ts'
import type { NetworkSetup } from '../../setup.ts'
import type { PrimarySide } from '../../shared-memory.ts'
import { always, type Prices } from '../prices/prices.ts'

/** Writes the row of an EVM chain and the price of its own token. */
export function writeChain(
  { store }: NetworkSetup,
  declared: EvmChainDefinition,
  primary: PrimarySide,
  prices: Prices,
): void {
  const { chainId, token } = declared
  store.insert('evm_chain', {
    chain_id: chainId,
    network: declared.network,
    ...idsOf(declared, primary),
    name: declared.name,
    description: declared.description,
    rpc_url: declared.rpcUrl,
    explorer_url: declared.explorerUrl ?? null,
    logo_uri: declared.logoUri ?? null,
    token_name: token.name,
    token_symbol: token.symbol,
    token_decimals: 18,
    token_description: token.description ?? null,
    token_logo_uri: token.logoUri ?? null,
    multicall: declared.multicall ?? null,
    first_day: Math.floor(Date.parse(declared.firstBlock) / 1000 / daySeconds),
  })
  if (token.usd) prices.set('', token.usd, always)
}

function idsOf({ kind, network, chainId }: EvmChainDefinition, primary: PrimarySide) {
  if (kind === 'c-chain')
    return {
      blockchain_id: networkConstants[network].cChainId,
      subnet_id: primaryNetworkId,
      vm_id: encodeCb58(vmIdOf('evm')),
    }
  const { blockchainId, subnetId } = primary.chainOf(chainId)
  return {
    blockchain_id: encodeCb58(blockchainId),
    subnet_id: encodeCb58(subnetId),
    vm_id: encodeCb58(vmIdOf('subnetevm')),
  }
}
