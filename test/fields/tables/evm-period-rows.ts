/* The newest day of every world of the built-in definition is the one before its now. */
export const now = 1_768_435_200
export const newest = {
  hour: now - 3_600,
  day: now - 86_400,
  week: 1_768_176_000,
  month: 1_767_225_600,
}
export type Interval = keyof typeof newest

export const isNumber = (cell: string | number) => Number(cell)

/** One period with few numbers, and what was before it. */
export const twoPeriods = (interval: Interval) => [
  `DELETE FROM evm_period WHERE scope = '43114' AND interval = '${interval}'`,
  ...[newest[interval] - 500_000_000, newest[interval]].map(
    (start, i) => `INSERT INTO evm_period VALUES ('43114', '${interval}', ${start},
      ${start + 500}, ${10 + i}, '${2000 + i}', '3000', '5000', '700', 0.5, 25.5, 6, 4, 3, 2,
      11, 12, 13, 14, 5, 3)`,
  ),
]

/** Gas is text. */
export const cellOf = (column: string, value: number) =>
  column === 'gas_used' ? String(value) : value
