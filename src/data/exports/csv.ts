/** Value of a cell; absent values are empty cells. */
export type Cell = string | number | undefined

/** Returns a line of CSV by RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: Cell): string {
  if (value === undefined) return ''
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
