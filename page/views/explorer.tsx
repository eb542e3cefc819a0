import type { JSX } from 'preact'
import type { WorldState } from '../../schemas/control/world.ts'
import type { NetworkDetails } from '../../schemas/data/primary-network.ts'
import type { Subnet } from '../../schemas/data/subnets.ts'
import { chainsIn, type Network, useCatalogue } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { control, read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Count, Facts, Head, Loading, Time } from '../parts/basic.tsx'
import { EvmTransactions, PrimaryTransactions } from '../parts/lists.tsx'
import { NetworkTabs } from '../parts/network-tabs.tsx'
import { Paged } from '../parts/paged.tsx'
import { Avax, SubnetOf } from '../parts/references.tsx'
import { Table } from '../parts/table.tsx'

/** A network: its chains, what happened last, its stakes and subnets. */
export function ExplorerView({ network }: { readonly network: Network }): JSX.Element {
  const catalogue = useCatalogue()
  const world = useLoad(() => control<WorldState>('GET', '/world'), ['world'])
  const heads = world.data?.networks[network] ?? {}
  const chains = chainsIn(catalogue, network)
  const cChain = chains.find(({ id }) => id === 'C')
  return (
    <>
      <Head title="Explorer" lead="Blocks, transactions, addresses, contracts, subnets and L1s.">
        <NetworkTabs network={network} to={(other) => link(['explorer', other])} />
      </Head>
      <ul class="tiles">
        {chains.map((chain) => (
          <li key={chain.id}>
            <a href={link(['explorer', network, chain.id])}>
              <span class="tile-name">{chain.name}</span>
              <span class="tile-number">
                <Count of={heads[chain.id]?.height ?? 0} />
              </span>
              <span class="quiet">
                {chain.symbol} · block <Time at={heads[chain.id]?.time} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {cChain?.evmChainId && (
        <Card
          title="Latest transactions of the C-Chain"
          action={<a href={link(['explorer', network, 'C'])}>More</a>}
        >
          <EvmTransactions
            chain={cChain}
            path={`/v1/chains/${cChain.evmChainId}/transactions`}
            size={6}
          />
        </Card>
      )}
      <Card
        title="Latest transactions of the P-Chain"
        action={<a href={link(['explorer', network, 'P'])}>More</a>}
      >
        <PrimaryTransactions network={network} chain="P" size={6} />
      </Card>
      <Stakes network={network} />
      <Subnets network={network} />
    </>
  )
}

function Stakes({ network }: { readonly network: Network }): JSX.Element {
  const details = useLoad(() => read<NetworkDetails>(`/v1/networks/${network}`), [network])
  return (
    <Card title="Stakes" action={<a href={link(['validators', network])}>Validators</a>}>
      <Loading of={details}>
        {({ validatorDetails, delegatorDetails }) => (
          <Facts
            facts={[
              ['Validators', <Count key="count" of={validatorDetails.validatorCount} />],
              [
                'Staked by validators',
                <Avax key="staked" nano={validatorDetails.totalAmountStaked} />,
              ],
              ['Delegations', <Count key="delegations" of={delegatorDetails.delegatorCount} />],
              ['Delegated', <Avax key="delegated" nano={delegatorDetails.totalAmountStaked} />],
            ]}
          />
        )}
      </Loading>
    </Card>
  )
}

const Subnets = ({ network }: { readonly network: Network }): JSX.Element => (
  <Card title="Subnets and L1s">
    <Paged<Subnet> path={`/v1/networks/${network}/subnets`} field="subnets" empty="No subnets yet">
      {(rows) => (
        <Table
          label="Subnets"
          rows={rows}
          keyOf={({ subnetId }) => subnetId}
          columns={[
            {
              head: 'Subnet',
              cell: ({ subnetId }) => <SubnetOf id={subnetId} network={network} />,
            },
            {
              head: 'Kind',
              cell: ({ isL1 }) => (
                <Badge tone={isL1 ? 'accent' : 'quiet'}>{isL1 ? 'L1' : 'Subnet'}</Badge>
              ),
            },
            {
              head: 'Chains',
              isNumber: true,
              cell: ({ blockchains }) => blockchains.length,
            },
            {
              head: 'Created',
              isNumber: true,
              cell: ({ createBlockTimestamp }) => <Time at={createBlockTimestamp} />,
            },
          ]}
        />
      )}
    </Paged>
  </Card>
)
