import type { JSX } from 'preact'
import type { Network } from '../core/catalogue.ts'
import { chainsIn, useCatalogue } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { AddressTransactions } from '../parts/address-transactions.tsx'
import { BalanceHistory } from '../parts/balance-history.tsx'
import { EvmBalances, PrimaryBalances } from '../parts/balances.tsx'
import { Badge, Card, Head } from '../parts/basic.tsx'
import { ContractCard } from '../parts/contract-card.tsx'
import { NoTransactions, PrimaryTransactions } from '../parts/lists.tsx'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { Hash } from '../parts/references.tsx'

/** An address: its balances on all chains, their history, and its transactions. */
export function AddressView({
  network,
  address,
  on,
}: {
  readonly network: Network
  readonly address: string
  /** EVM chain id that a link named. */
  readonly on: string | null
}): JSX.Element {
  const catalogue = useCatalogue()
  const isEvm = address.startsWith('0x')
  const named = catalogue.names.get(isEvm ? address.toLowerCase() : address)
  const member = catalogue.cast.members.find(({ evm, mainnet, fuji }) =>
    [evm?.toLowerCase(), mainnet, fuji].includes(isEvm ? address.toLowerCase() : address),
  )
  const evm = isEvm ? address : member?.evm
  const bech32 = isEvm ? member?.[network] : address
  const chains = chainsIn(catalogue, network)
  const evmChains = chains.filter(({ evmChainId }) => evmChainId !== undefined)
  const chosen = evmChains.find(({ evmChainId }) => evmChainId === on) ?? evmChains[0]
  return (
    <>
      <Head
        kind={named?.kind === 'contract' ? 'Contract' : 'Address'}
        title={named?.name ?? 'Address'}
        lead={<Hash text={address} what="address" whole />}
      >
        {evm && (
          <NetworkTabs
            network={network}
            to={(other) => link(['explorer', other, 'address', evm])}
          />
        )}
        {member && (
          <a class="button" href={link(['wallets', network, member.name])}>
            Wallet
          </a>
        )}
      </Head>
      {isEvm && !member && chosen && <ContractCard chain={chosen} address={address} />}
      <Card title="Balances">
        {bech32 && <PrimaryBalances network={network} address={bech32} />}
        {evm && <EvmBalances chains={evmChains} address={evm} />}
      </Card>
      <BalanceHistory chains={chains} evm={evm} bech32={bech32} on={on} />
      {evm && chosen && (
        <Card
          title={
            <>
              Transactions <Badge>{chosen.name}</Badge>
            </>
          }
          action={
            <nav class="tabs" aria-label="Chain">
              {evmChains.map((chain) => (
                <a
                  key={chain.id}
                  href={link(['explorer', network, 'address', address], {
                    chain: chain.evmChainId,
                  })}
                  aria-current={chain === chosen ? 'page' : undefined}
                >
                  {chain.name}
                </a>
              ))}
            </nav>
          }
        >
          <AddressTransactions chain={chosen} address={evm} />
        </Card>
      )}
      {bech32 ? (
        (['P', 'X', 'C'] as const).map((chain) => (
          <Card
            key={chain}
            title={
              chain === 'C'
                ? 'Imports to and exports from the C-Chain'
                : `Transactions of the ${chain}-Chain`
            }
          >
            <PrimaryTransactions
              network={network}
              chain={chain}
              filter={`addresses=${bech32}`}
              size={8}
            />
          </Card>
        ))
      ) : evm ? null : (
        <NoTransactions />
      )}
    </>
  )
}
