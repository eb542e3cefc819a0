import type { JSX } from 'preact'
import type { JournalRequest } from '../../schemas/control/requests.ts'
import { link } from '../core/route.ts'
import { Badge } from './basic.tsx'
import { Table } from './table.tsx'

/** Status of a response, by colour and number. */
export const Status = ({ status }: { readonly status: number | undefined }): JSX.Element => (
  <Badge
    tone={status === undefined ? 'warn' : status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}
  >
    {status ?? 'none'}
  </Badge>
)

/** Milliseconds of a response; an unanswered request has none. */
export const durationText = (milliseconds: number | undefined): string =>
  milliseconds === undefined
    ? ''
    : `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`

/** Requests of the journal, newest first. */
export const RequestTable = ({
  rows,
}: {
  readonly rows: readonly JournalRequest[]
}): JSX.Element => (
  <Table
    label="Requests"
    rows={rows}
    keyOf={({ id }) => String(id)}
    columns={[
      { head: 'Status', cell: ({ status }) => <Status status={status} /> },
      {
        head: 'Request',
        cell: ({ id, method, path, query }) => (
          <a class="path" href={link(['requests', String(id)])}>
            <span class="method">{method}</span> {path}
            {query && <span class="quiet">?{query}</span>}
          </a>
        ),
      },
      { head: 'Operation', isMinor: true, cell: ({ operation }) => operation ?? '' },
      {
        head: 'Fault',
        isMinor: true,
        cell: ({ faultId }) => faultId && <Badge tone="warn">{faultId}</Badge>,
      },
      { head: 'Took', isNumber: true, cell: ({ durationMs }) => durationText(durationMs) },
      {
        head: 'At',
        isNumber: true,
        isMinor: true,
        cell: ({ receivedAt }) => <time dateTime={receivedAt}>{receivedAt.slice(11, 19)}</time>,
      },
    ]}
  />
)
