import { below } from './paths.ts'
import { type Cell, cellsOf, type FromCells, type Source } from './source.ts'
import type { View } from './view.ts'

/** A field of a view by its path from the top of the response. */
export interface Field {
  readonly path: string
  /** Path below the item; undefined beside it. */
  readonly inItem: string | undefined
  readonly source: Source
}

/** One value to change, and every field that shows it or has its place by it. */
export interface Change {
  readonly cells: readonly string[]
  readonly to: FromCells['to'] | undefined
  readonly visibleIn: readonly { readonly field: Field; readonly how: FromCells }[]
  readonly locatedBy: readonly Field[]
}

export const fieldsOf = ({ item = '', fields, around = {} }: View): Field[] => [
  ...Object.entries(fields).map(([path, source]) => ({
    path: below(item, path),
    inItem: path,
    source,
  })),
  ...Object.entries(around).map(([path, source]) => ({ path, inItem: undefined, source })),
]

/** Every cell of a view once, in the order of the table. */
export function changesOf(view: View): Change[] {
  const fields = fieldsOf(view)
  const visible = fields.flatMap((field) =>
    cellsOf(field.source).map((how) => ({ field, how, cells: how.cells })),
  )
  const places = fields.flatMap((field) =>
    keysIn(field.path).map((cell) => ({ field, cells: [cell] })),
  )
  const groups = new Map(
    [...visible, ...places].map(({ cells }) => [[...cells].sort().join(), cells]),
  )
  return [...groups.values()].map((cells) => {
    const has = (other: { cells: readonly string[] }) =>
      other.cells.some((cell) => cells.includes(cell))
    const visibleIn = visible.filter(has)
    return {
      cells,
      to: visibleIn.find(({ how }) => how.to !== undefined)?.how.to,
      visibleIn,
      locatedBy: places.filter(has).map(({ field }) => field),
    }
  })
}

/** Cells that are keys of objects in a path. */
export const keysIn = (path: string): string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, cell = '']) => cell)

/** Another value of the same form: text of digits stays text of digits, hex stays hex. */
export function otherThan(cell: Cell, isText: boolean): Cell {
  if (cell === null) return isText ? '7' : 7
  if (typeof cell === 'number') return cell + 1000
  // The last byte of a signature says which of two keys made it.
  if (typeof cell !== 'string')
    return Buffer.from(cell.map((byte, i) => byte ^ Number(i === cell.length - 1)))
  if (/^\d+$/.test(cell)) return String(BigInt(cell) + 3n)
  if (/^0x[0-9a-fA-F]+$/.test(cell)) return `${cell.slice(0, -2)}${otherDigits(cell.slice(-2))}`
  if (/^\d{4}-\d\d-\d\dT/.test(cell)) return `2001${cell.slice(4)}`
  return `${cell}7`
}

const otherDigits = (hex: string): string =>
  ((Number.parseInt(hex, 16) + 3) % 256).toString(16).padStart(2, '0')
