import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { chainsIn, type Network, networks, useCatalogue } from '../core/catalogue.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { BalanceHistory } from '../parts/balance-history.tsx'
import { EvmBalances, PrimaryBalances } from '../parts/balances.tsx'
import { Card, Facts, Head, Missing } from '../parts/basic.tsx'
import { balanceOf } from '../parts/member-balances.ts'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { Hash } from '../parts/references.tsx'

/** A member of the cast: addresses, key, balances, and what it can do. */
export function WalletView({
  network,
  name,
}: {
  readonly network: Network
  readonly name: string
}): JSX.Element {
  const catalogue = useCatalogue()
  const member = catalogue.cast.members.find((each) => each.name === name)
  if (!member)
    return (
      <Missing title={`No wallet is called ${name}`}>
        <a href={link(['wallets', 'act', 'wallet'], { name })}>Make it</a>, or look at{' '}
        <a href={link(['wallets'])}>all wallets</a>.
      </Missing>
    )
  const chains = chainsIn(catalogue, network)
  const evmChains = chains.filter(({ evmChainId }) => evmChainId !== undefined)
  const acts = [
    ['fund', 'Fund', { to: name, chain: 'C' }],
    ['transfer', 'Send coins', { from: name, chain: 'C' }],
    ['delegate', 'Delegate', { from: name }],
    ['sendMessage', 'Send a message', { from: name, sourceChain: 'C' }],
  ] as const
  return (
    <>
      <Head kind={<a href={link(['wallets', network])}>Wallets</a>} title={name}>
        <NetworkTabs network={network} to={(other) => link(['wallets', other, name])} />
      </Head>
      <p class="row">
        {acts.map(([verb, text, given], index) => (
          <a
            key={verb}
            class={index === 0 ? 'button main' : 'button'}
            href={link(['wallets', 'act', verb], { ...given, network })}
          >
            {text}
          </a>
        ))}
      </p>
      <ul class="tiles">
        {chains.map((chain) => (
          <li key={chain.id}>
            <div>
              <span class="tile-name">{chain.name}</span>
              <span class="tile-number">
                {grouped(balanceOf(member, network, chain.id) ?? '0', 3)}
              </span>
              <span class="quiet">{chain.symbol}</span>
            </div>
          </li>
        ))}
      </ul>
      <Card title="Addresses and key">
        <Facts
          facts={[
            member.evm !== undefined && [
              'EVM chains',
              <Hash
                key="evm"
                text={member.evm}
                whole
                what="address"
                to={link(['explorer', network, 'address', member.evm])}
              />,
            ],
            ...networks.map((each) => {
              const address = member[each]
              return (
                address !== undefined &&
                ([
                  `P- and X-Chain, ${each}`,
                  <Hash
                    key={each}
                    text={address}
                    whole
                    what="address"
                    to={link(['explorer', each, 'address', address])}
                  />,
                ] as const)
              )
            }),
            member.privateKey !== undefined && [
              'Private key',
              <PrivateKey key="key" text={member.privateKey} />,
            ],
          ]}
        />
      </Card>
      <BalanceHistory chains={chains} evm={member.evm} bech32={member[network]} on={null} />
      <Card title="Balances">
        {member[network] && <PrimaryBalances network={network} address={member[network]} />}
        {member.evm && <EvmBalances chains={evmChains} address={member.evm} />}
      </Card>
    </>
  )
}

/** Key that the page displays only on request. */
function PrivateKey({ text }: { readonly text: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <span class="stack">
      {isOpen && <Hash text={text} whole what="private key" />}
      <span>
        <button type="button" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the key' : 'Show the key'}
        </button>{' '}
        <span class="quiet">Everybody knows it: never send real coins there.</span>
      </span>
    </span>
  )
}
