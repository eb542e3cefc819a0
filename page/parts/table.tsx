import type { ComponentChildren, JSX } from 'preact'

/** Column of a table. */
export interface Column<Row> {
  /** Empty for a column of buttons. */
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /** Aligns to the right in figures of one width. */
  readonly isNumber?: boolean
  /** Left out on narrow screens. */
  readonly isMinor?: boolean
}

/** Columns that a narrow screen shows beside each other; rows of more become blocks. */
const maxNarrow = 3

/** Table whose rows become blocks of named values on narrow screens. */
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
  const isWide = columns.filter(({ isMinor }) => !isMinor).length > maxNarrow
  return (
    // biome-ignore lint/a11y: a keyboard can scroll only what has focus, and many of these would be too many landmarks
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label} class={isWide ? 'wide' : undefined}>
        <thead>
          <tr>
            {columns.map((column) =>
              column.head === '' ? (
                <td key="" />
              ) : (
                <th key={column.head} scope="col" class={classOf(column)}>
                  {column.head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column) => (
                <td key={column.head} class={classOf(column)} data-head={column.head || undefined}>
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
