import type { JSX } from 'preact'
import type { JournalRequest } from '../../schemas/control/requests.ts'
import type { WorldState } from '../../schemas/control/world.ts'
import { chainsIn, type Network, networks, useCatalogue } from '../core/catalogue.ts'
import { link } from '../core/route.ts'
import { control, worldHeaders } from '../core/server.ts'
import { firstRequest } from '../core/test-code.ts'
import { useLoad, useWatched } from '../core/world.ts'
import { advanceClock } from '../parts/advance-bar.tsx'
import { Card, Count, Empty, Facts, Head, Loading, Time, Work } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { ChainLink } from '../parts/references.tsx'
import { RequestTable } from '../parts/request-table.tsx'
import { Table } from '../parts/table.tsx'

/** Introduction: what Snowglobe is, where to point an application, and how the world stands. */
export function OverviewView(): JSX.Element {
  const world = useLoad(() => control<WorldState>('GET', '/world'), ['world'])
  return (
    <>
      <Head
        title="A miniature Avalanche network"
        lead="Snowglobe answers as the Data API, the Metrics API and a node do, from one small world on this machine. Point an application here instead of the real services."
      />
      <div class="grid">
        <PointHere />
        <ThisWorld world={world} />
      </div>
      {networks.map((network) => (
        <Heads key={network} network={network} world={world.data} />
      ))}
      <LatestRequests />
    </>
  )
}

function PointHere(): JSX.Element {
  const { origin } = location
  return (
    <Card title="Point an application here">
      <Facts
        facts={[
          ['Data and Metrics API', <code key="data">{origin}</code>],
          ['Node', <code key="node">{`${origin}/ext/info`}</code>],
          ['Control plane', <code key="admin">{`${origin}/_admin`}</code>],
          ...Object.entries(worldHeaders()).map(
            ([name, value]) =>
              ['Header of this world', <code key="world">{`${name}: ${value}`}</code>] as const,
          ),
        ]}
      />
      <CodeBlock label="first request" code={firstRequest()} />
      <p>
        <a href={link(['api'])}>All operations</a>, with a form for each.
      </p>
    </Card>
  )
}

function ThisWorld({
  world,
}: {
  readonly world: { readonly data: WorldState | undefined; readonly error: Error | undefined }
}): JSX.Element {
  const clock = useWatched()?.clock
  const { cast } = useCatalogue()
  return (
    <Card
      title="This world"
      action={<Work work={() => advanceClock({ by: 'PT1H' })}>Let an hour pass</Work>}
    >
      <Loading of={world}>
        {(state) => (
          <Facts
            facts={[
              ['Now', clock && <Time key="now" at={clock.now} both />],
              [
                'Clock',
                clock && (
                  <a key="clock" href={link(['time'])}>
                    {clock.mode === 'running' ? `running, ${clock.rate} s a second` : clock.mode}
                  </a>
                ),
              ],
              ['Background blocks', clock && `${clock.pace} a day and chain`],
              ['Seed and size', `${state.seed}, ${state.size}`],
              [
                'Who is in it',
                <span key="cast">
                  <a href={link(['wallets'])}>{cast.members.length} wallets</a>,{' '}
                  <a href={link(['validators'])}>{cast.nodes.length} nodes</a>,{' '}
                  {cast.contracts.length} contracts
                </span>,
              ],
              ['Changes since its start', <Count key="head" of={state.head} />],
            ]}
          />
        )}
      </Loading>
    </Card>
  )
}

/** Heights of a network's chains: P, X and C first, then L1s by name. */
function Heads({
  network,
  world,
}: {
  readonly network: Network
  readonly world: WorldState | undefined
}): JSX.Element {
  const catalogue = useCatalogue()
  const heads = world?.networks[network] ?? {}
  return (
    <Card
      title={network === 'mainnet' ? 'Mainnet' : 'Fuji'}
      action={<a href={link(['explorer', network])}>Explore</a>}
    >
      <Table
        label={`Chains of ${network}`}
        rows={chainsIn(catalogue, network)}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Chain', cell: (chain) => <ChainLink chain={chain} /> },
          { head: 'Coin', cell: ({ symbol }) => symbol },
          {
            head: 'Height',
            isNumber: true,
            cell: ({ id }) =>
              heads[id] && (
                <a href={link(['explorer', network, id, 'block', String(heads[id].height)])}>
                  <Count of={heads[id].height} />
                </a>
              ),
          },
          {
            head: 'Latest block',
            isNumber: true,
            cell: ({ id }) => heads[id] && <Time at={heads[id].time} />,
          },
        ]}
      />
    </Card>
  )
}

function LatestRequests(): JSX.Element {
  const requests = useLoad(
    () => control<{ requests: JournalRequest[] }>('GET', '/requests?pageSize=5'),
    ['requests'],
  )
  return (
    <Card title="Latest requests" action={<a href={link(['requests'])}>All requests</a>}>
      <Loading of={requests}>
        {({ requests: rows }) =>
          rows.length === 0 ? (
            <Empty title="No application has sent a request yet">
              Run the line above: it appears here. What this page asks is left out.
            </Empty>
          ) : (
            <RequestTable rows={rows} />
          )
        }
      </Loading>
    </Card>
  )
}
