import type { JSX } from 'preact'
import { chainsIn, type Network, useCatalogue } from '../core/catalogue.ts'
import { loadActions } from '../core/documents.ts'
import { grouped } from '../core/format.ts'
import { link } from '../core/route.ts'
import { useLoad } from '../core/world.ts'
import { Card, Empty, Head, Loading, Prose } from '../parts/basic.tsx'
import { balanceOf } from '../parts/member-balances.ts'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { Hash } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'

/** Accounts whose name the world knows, with a balance a chain, and what can be done. */
export function WalletsView({ network }: { readonly network: Network }): JSX.Element {
  const catalogue = useCatalogue()
  const { members } = catalogue.cast
  return (
    <>
      <Head title="Wallets" lead="Accounts with names, and actions that make real transactions.">
        <NetworkTabs network={network} to={(other) => link(['wallets', other])} />
        <a class="button main" href={link(['wallets', 'act', 'wallet'])}>
          New wallet
        </a>
      </Head>
      <Card>
        {members.length === 0 ? (
          <Empty title="Nobody has a name yet">
            <a href={link(['wallets', 'act', 'wallet'])}>Make a wallet</a>, then{' '}
            <a href={link(['wallets', 'act', 'fund'])}>fund it</a>.
          </Empty>
        ) : (
          <Table
            label="Wallets"
            rows={members}
            keyOf={({ name }) => name}
            columns={[
              {
                head: 'Name',
                cell: ({ name }) => (
                  <a class="name" href={link(['wallets', network, name])}>
                    {name}
                  </a>
                ),
              },
              {
                head: 'EVM address',
                cell: ({ evm }) =>
                  evm && (
                    <Hash
                      text={evm}
                      what="address"
                      to={link(['explorer', network, 'address', evm])}
                    />
                  ),
              },
              {
                head: 'P and X address',
                isMinor: true,
                cell: (member) => {
                  const address = member[network]
                  return (
                    address && (
                      <Hash
                        text={address}
                        what="address"
                        to={link(['explorer', network, 'address', address])}
                      />
                    )
                  )
                },
              },
              ...chainsIn(catalogue, network).map((chain) => ({
                head: chain.evmChainId === undefined || chain.id === 'C' ? chain.id : chain.name,
                isNumber: true,
                cell: (member: (typeof members)[number]) => {
                  const balance = balanceOf(member, network, chain.id)
                  return (
                    balance !== undefined && (
                      <span title={`${grouped(balance, 40)} ${chain.symbol}`}>
                        {grouped(balance, 2)}
                      </span>
                    )
                  )
                },
              })),
            ]}
          />
        )}
      </Card>
      <Actions />
    </>
  )
}

/** Verbs by what they are about; those that a later version adds come last. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  ['Coins', ['wallet', 'fund', 'transfer', 'fail', 'export', 'import']],
  ['Contracts and tokens', ['deploy', 'mint', 'transferToken', 'price', 'reindexNft']],
  ['Staking', ['addValidator', 'delegate', 'removeSubnetValidator']],
  [
    'Subnets and L1s',
    ['createSubnet', 'createChain', 'transferSubnet', 'convertToL1', 'registerL1Validator'].concat(
      'setL1Weight',
      'increaseL1Balance',
      'disableL1Validator',
    ),
  ],
  ['Messages', ['sendMessage', 'deliverMessage']],
  ['Assets of the X-Chain', ['createAsset', 'mintAsset', 'mintNft']],
]

function Actions(): JSX.Element {
  const loaded = useLoad(loadActions, ['actions'])
  return (
    <Card title="Actions">
      <Loading of={loaded}>
        {(verbs) => {
          const known = new Set(groups.flatMap(([, names]) => names))
          const others = verbs.map(({ verb }) => verb).filter((verb) => !known.has(verb))
          const all = others.length > 0 ? [...groups, ['Others', others] as const] : groups
          return (
            <div class="columns">
              {all.map(([title, names]) => (
                <div key={title}>
                  <h3>{title}</h3>
                  <ul class="plain-list">
                    {verbs
                      .filter(({ verb }) => names.includes(verb))
                      .map(({ verb, description }) => (
                        <li key={verb}>
                          <a href={link(['wallets', 'act', verb])}>{verb}</a>{' '}
                          <span class="quiet">
                            <Prose text={description} />
                          </span>
                        </li>
                      ))}
                  </ul>
                </div>
              ))}
            </div>
          )
        }}
      </Loading>
    </Card>
  )
}
