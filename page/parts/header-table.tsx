import type { JSX } from 'preact'
import { Table } from './table.tsx'

/** Headers of a request or response. */
export const HeaderTable = ({
  label,
  headers,
}: {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}): JSX.Element => (
  <Table
    label={label}
    rows={Object.entries(headers)}
    keyOf={([name]) => name}
    columns={[
      { head: 'Name', cell: ([name]) => name },
      { head: 'Value', cell: ([, value]) => <code>{value}</code> },
    ]}
  />
)
