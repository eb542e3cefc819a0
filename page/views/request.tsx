import type { JSX } from 'preact'
import type { WholeRequest } from '../../schemas/control/requests.ts'
import { indented, timeText } from '../core/format.ts'
import { link } from '../core/route.ts'
import { control } from '../core/server.ts'
import { curlLine } from '../core/test-code.ts'
import { useLoad } from '../core/world.ts'
import { Badge, Card, Empty, Facts, Head, Loading, Raw } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { HeaderTable } from '../parts/header-table.tsx'
import { durationText, Status } from '../parts/request-table.tsx'

/** A request with its headers and body, and what can be made of it. */
export function RequestView({ id }: { readonly id: string }): JSX.Element {
  const loaded = useLoad(
    () => control<WholeRequest>('GET', `/requests/${encodeURIComponent(id)}`),
    ['request', id],
  )
  return (
    <>
      <Head
        kind={<a href={link(['requests'])}>Requests</a>}
        title={`Request ${id}`}
        lead={
          loaded.data && (
            <code>
              {loaded.data.method} {pathOf(loaded.data)}
            </code>
          )
        }
      >
        {loaded.data && (
          <>
            <a class="button main" href={faultLink(loaded.data)}>
              Make a fault of this
            </a>
            {loaded.data.operation && (
              <a class="button" href={link(['api', loaded.data.operation])}>
                Its operation
              </a>
            )}
          </>
        )}
      </Head>
      <Loading of={loaded}>
        {(request) => (
          <>
            <Card>
              <Facts
                facts={[
                  ['Status', <Status key="status" status={request.status} />],
                  ['Took', durationText(request.durationMs) || undefined],
                  ['Interface', request.interface],
                  ['Operation', request.operation],
                  ['World time', timeText(request.time)],
                  ['Received at', timeText(request.receivedAt)],
                  ['Client', `${request.client.address} ${request.client.userAgent ?? ''}`],
                  ['API key', request.key],
                  ['Dialect', request.dialect],
                  request.faultId !== undefined && [
                    'Met the fault',
                    <Badge key="fault" tone="warn">
                      {request.faultId}
                    </Badge>,
                  ],
                ]}
              />
              <Raw of={request} />
            </Card>
            <Card title="Headers">
              <HeaderTable label="Headers" headers={request.headers} />
            </Card>
            <Card title="Body">
              {request.body === undefined || request.body === '' ? (
                <Empty title="It had no body" />
              ) : (
                <CodeBlock label="Body" code={indented(request.body)} />
              )}
            </Card>
            <Card title="Again">
              <CodeBlock label="curl" code={curlOf(request)} />
            </Card>
          </>
        )}
      </Loading>
    </>
  )
}

const pathOf = ({ path, query }: WholeRequest): string => `${path}${query ? `?${query}` : ''}`

/** Returns the link to the builder of faults, with what this request would match. */
function faultLink({ interface: name, operation, method, path }: WholeRequest): string {
  const match = operation === undefined ? { interface: name, method, path } : { operation }
  return link(['faults'], { rule: JSON.stringify({ match, times: 1, respond: { status: 503 } }) })
}

function curlOf(request: WholeRequest): string {
  const type = request.headers['content-type']
  const headers: Record<string, string> = request.body && type ? { 'content-type': type } : {}
  return curlLine(request.method, `${location.origin}${pathOf(request)}`, headers, request.body)
}
