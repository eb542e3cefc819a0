import type { JSX } from 'preact'
import { findChain, type Network, useCatalogue } from '../core/catalogue.ts'
import { Missing } from '../parts/basic.tsx'
import { EvmTransactionView } from './evm-transaction.tsx'
import { PrimaryTransactionView } from './primary-transaction.tsx'

/** A transaction of any chain; base-58 ids on the C-chain are imports and exports. */
export function TransactionView({
  network,
  chain: chainId,
  hash,
}: {
  readonly network: Network
  readonly chain: string
  readonly hash: string
}): JSX.Element {
  const chain = findChain(useCatalogue(), network, chainId)
  if (!chain) return <Missing title={`${network} has no chain ${chainId}`} />
  return chain.evmChainId !== undefined && hash.startsWith('0x') ? (
    <EvmTransactionView chain={chain} hash={hash} />
  ) : (
    <PrimaryTransactionView chain={chain} hash={hash} />
  )
}
