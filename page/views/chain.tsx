import type { JSX } from 'preact'
import { findChain, type Network, useCatalogue } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { Card, Facts, Head, Missing } from '../parts/basic.tsx'
import { EvmBlocks, EvmTransactions, PrimaryBlocks, PrimaryTransactions } from '../parts/lists.tsx'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { Hash, SubnetOf } from '../parts/references.tsx'

/** A chain: its blocks and transactions, newest first. */
export function ChainView({
  network,
  chain: chainId,
}: {
  readonly network: Network
  readonly chain: string
}): JSX.Element {
  const chain = findChain(useCatalogue(), network, chainId)
  if (!chain)
    return (
      <Missing title={`${network} has no chain ${chainId}`}>
        <a href={link(['explorer', network])}>All chains of {network}</a>
      </Missing>
    )
  const { id } = chain
  const isEvm = chain.evmChainId !== undefined
  return (
    <>
      <Head kind={<a href={link(['explorer', network])}>Explorer</a>} title={chain.name}>
        {['P', 'X', 'C'].includes(id) && (
          <NetworkTabs network={network} to={(other) => link(['explorer', other, id])} />
        )}
      </Head>
      <Card>
        <Facts
          facts={[
            ['Coin', chain.symbol],
            isEvm && [
              'EVM chain id',
              <Hash key="evm" text={chain.evmChainId ?? ''} whole what="chain id" />,
            ],
            ['Blockchain id', <Hash key="id" text={chain.blockchainId} what="blockchain id" />],
            ['Subnet', <SubnetOf key="subnet" id={chain.subnetId} network={network} />],
          ]}
        />
      </Card>
      <Card title="Blocks">
        {isEvm ? <EvmBlocks chain={chain} /> : <PrimaryBlocks chain={chain} />}
      </Card>
      <Card title="Transactions">
        {isEvm ? (
          <EvmTransactions chain={chain} path={`/v1/chains/${chain.evmChainId}/transactions`} />
        ) : (
          <PrimaryTransactions network={network} chain={id} />
        )}
      </Card>
      {id === 'C' && (
        <Card title="Imports and exports">
          <PrimaryTransactions network={network} chain="C" />
        </Card>
      )}
    </>
  )
}
