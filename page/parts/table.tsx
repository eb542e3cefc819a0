import type { ComponentChildren, JSX } from 'preact'

/** Column of a table. */
export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /** Aligns to the right in figures of one width. */
  readonly isNumber?: boolean
  /** Left out on narrow screens. */
  readonly isMinor?: boolean
}

/** Table that scrolls in itself on narrow screens. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string
}): JSX.Element {
  const classOf = ({ isNumber, isMinor }: Column<Row>) =>
    [isNumber && 'number', isMinor && 'minor'].filter(Boolean).join(' ') || undefined
  return (
    // biome-ignore lint/a11y: a keyboard can scroll only what has focus, and many of these would be too many landmarks
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column) => (
                <td key={column.head} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
