import type { JSX } from 'preact'
import type { DeliveryRow } from '../../schemas/control/webhooks.ts'
import { link } from '../core/route.ts'
import { control } from '../core/server.ts'
import { changed } from '../core/world.ts'
import { advanceClock } from './advance-bar.tsx'
import { Badge, Time, type Tone, Work } from './basic.tsx'
import { say } from './notices.tsx'
import { durationText, Status } from './request-table.tsx'
import { Table } from './table.tsx'

const tones: Readonly<Record<DeliveryRow['state'], Tone>> = {
  waiting: 'accent',
  delivered: 'good',
  failed: 'warn',
  'given-up': 'bad',
}

/** State of an attempt, by colour and name. */
export const DeliveryState = ({ of: { state } }: { readonly of: DeliveryRow }): JSX.Element => (
  <Badge tone={tones[state]}>{state}</Badge>
)

/** Buttons of an attempt: to send its message now, and to wait until it is due. */
export const DeliveryActions = ({ of: row }: { readonly of: DeliveryRow }): JSX.Element => (
  <span class="row">
    <Work label={`Retry ${row.id}`} work={() => retry(row.id)}>
      Retry
    </Work>
    {row.state === 'waiting' && (
      <Work label={`Pass to it: ${row.id}`} work={() => advanceClock({ to: row.due })}>
        Pass to it
      </Work>
    )}
  </span>
)

async function retry(id: string): Promise<void> {
  const { attempt, state, status, error } = await control<DeliveryRow>(
    'POST',
    `/deliveries/${encodeURIComponent(id)}/retry`,
  )
  await changed()
  say(`Attempt ${attempt}: ${state}, ${status === undefined ? error : `status ${status}`}.`)
}

/** Attempts to deliver messages, newest first. */
export const DeliveryTable = ({ rows }: { readonly rows: readonly DeliveryRow[] }): JSX.Element => (
  <Table
    label="Deliveries"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      { head: 'State', cell: (row) => <DeliveryState of={row} /> },
      {
        head: 'Event',
        cell: ({ id, webhookId, event }) => <a href={link(['webhooks', webhookId, id])}>{event}</a>,
      },
      { head: 'Attempt', isNumber: true, cell: ({ attempt }) => attempt },
      {
        head: 'Response',
        cell: ({ status, error, state }) =>
          state !== 'waiting' && (
            <span class="row">
              <Status status={status} />
              {error && <span class="quiet">{error}</span>}
            </span>
          ),
      },
      { head: 'Took', isNumber: true, isMinor: true, cell: (row) => durationText(row.durationMs) },
      { head: 'Due', isNumber: true, cell: ({ due }) => <Time at={due} /> },
      { head: '', cell: (row) => <DeliveryActions of={row} /> },
    ]}
  />
)
