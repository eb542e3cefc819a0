import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { JournalRequest, Verdict } from '../../schemas/control/requests.ts'
import { useLive } from '../core/live.ts'
import { link, replaceWith } from '../core/route.ts'
import { control } from '../core/server.ts'
import { firstRequest } from '../core/test-code.ts'
import { changed, type Loaded } from '../core/world.ts'
import { Badge, Card, Empty, Head, Loading, Work } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { say } from '../parts/notices.tsx'
import { RequestTable } from '../parts/request-table.tsx'
import { Table } from '../parts/table.tsx'

type Page = { readonly requests: readonly JournalRequest[]; readonly nextPageToken?: string }

const interfaces = ['data', 'metrics', 'info', 'index']
const filterNames = ['interface', 'operation', 'method', 'path', 'status', 'key'] as const

/** Requests of applications, newest first, as they come in. */
export function RequestsView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])),
  )
  const search = new URLSearchParams(
    Object.entries(filters).filter(([, value]) => value !== ''),
  ).toString()
  const page = useLive<Page>(`/requests?pageSize=100${search && `&${search}`}`)
  const verdicts = useLive<{ verdicts: Verdict[] }>('/requests/verdicts')
  const set = (name: string, value: string) => {
    const next = { ...filters, [name]: value }
    setFilters(next)
    replaceWith(link(['requests'], next))
  }
  const isFiltered = search !== ''
  return (
    <>
      <Head
        title="Requests"
        lead="Requests of applications to the four interfaces, newest first, without those of this page."
      >
        <Work
          work={async () => {
            await control('DELETE', '/requests')
            await changed()
            say('The journal is empty.')
          }}
        >
          Clear the list
        </Work>
      </Head>
      <Card title="Filters">
        <div class="filters">
          <label class="field">
            Interface
            <select
              value={filters.interface}
              onChange={({ currentTarget }) => set('interface', currentTarget.value)}
            >
              <option value="">all</option>
              {interfaces.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          {filterNames.slice(1).map((name) => (
            <label class="field" key={name}>
              {name === 'path' ? 'Path, a glob' : name.charAt(0).toUpperCase() + name.slice(1)}
              <input
                type="text"
                autocomplete="off"
                spellcheck={false}
                inputMode={name === 'status' ? 'numeric' : undefined}
                value={filters[name]}
                onChange={({ currentTarget }) => set(name, currentTarget.value.trim())}
              />
            </label>
          ))}
        </div>
      </Card>
      <Card>
        <Loading of={page}>
          {({ requests }) =>
            requests.length > 0 ? (
              <RequestTable rows={requests} />
            ) : isFiltered ? (
              <Empty title="No request fits these filters" />
            ) : (
              <Empty title="No application has sent a request yet">
                <CodeBlock label="first request" code={firstRequest()} />
              </Empty>
            )
          }
        </Loading>
      </Card>
      <Diagnostics of={verdicts} />
    </>
  )
}

/** Mistakes of clients that the journal shows. */
const Diagnostics = ({
  of: loaded,
}: {
  readonly of: Loaded<{ verdicts: Verdict[] }>
}): JSX.Element => (
  <Card title="Diagnostics">
    <Loading of={loaded}>
      {({ verdicts }) =>
        verdicts.length === 0 ? (
          <Empty title="No client made a known mistake">
            Looked for: a retry before retry-after, no pause after a 5xx, the same page requested
            again, a list left before its last page.
          </Empty>
        ) : (
          <Table
            label="Diagnostics"
            rows={verdicts}
            keyOf={({ verdict, requests }) => `${verdict} ${requests.join()}`}
            columns={[
              { head: 'Mistake', cell: ({ verdict }) => <Badge tone="warn">{verdict}</Badge> },
              { head: 'What happened', cell: ({ message }) => message },
              {
                head: 'Requests',
                cell: ({ requests }) => (
                  <span class="row">
                    {requests.slice(0, 6).map((id) => (
                      <a key={id} href={link(['requests', String(id)])}>
                        {id}
                      </a>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )
      }
    </Loading>
  </Card>
)
