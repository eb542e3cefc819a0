import { around, rounded } from './svg.ts'

/**
 * A function that draws a figure around the origin, at most 120 in each direction, in the stroke
 * color.
 */
type Figure = (pick: (limit: number) => number) => string

const path = (data: string, more = '') =>
  `<path d="${data}" fill="none" stroke-linecap="round" stroke-linejoin="round"${more}/>`

/** Repeats a part in equal rotations. */
const turned = (count: number, part: string): string =>
  `<g id="p">${part}</g>` +
  Array.from({ length: count - 1 }, (_, i) => {
    const angle = rounded(((i + 1) * 360) / count)
    return `<use href="#p" transform="rotate(${angle})"/>`
  }).join('')

/** Draws a crystal: six arms, each with three or four pairs of branches. */
const crystal: Figure = (pick) => {
  const branches = Array.from({ length: 3 + pick(2) }, (_, i) => {
    const at = 26 + i * 24 + pick(14)
    const length = 12 + pick(30 - i * 5)
    const across = rounded(length * 0.87)
    const up = -(at + rounded(length / 2))
    return `M${-across},${up}L0,${-at}L${across},${up}`
  }).join('')
  return turned(6, path(`M0,0V-116${branches}`, ` stroke-width="${5 + pick(4)}"`))
}

/** Draws a rosette of overlapping petals. */
const rosette: Figure = (pick) => {
  const width = 12 + pick(26)
  const inner = 14 + pick(30)
  const petal = `M${around(inner, 0)}C${width},-60 ${width},-90 0,-116C${-width},-90 ${-width},-60 ${around(inner, 0)}Z`
  const dot = `<circle cy="${-(inner + 30 + pick(30))}" r="${3 + pick(5)}" stroke="none" fill="#fff"/>`
  return turned(6 + pick(9), path(petal, ' stroke-width="4"') + dot)
}

/** Draws rings of dashes. */
const rings: Figure = (pick) =>
  Array.from({ length: 4 + pick(2) }, (_, i) => {
    const radius = 24 + i * 20 + pick(6)
    const dashes = 3 + pick(10)
    const step = (2 * Math.PI * radius) / dashes
    const dash = rounded(step * (0.35 + pick(5) / 10))
    return (
      `<circle r="${radius}" fill="none" stroke-width="${5 + pick(8)}" ` +
      `stroke-dasharray="${dash} ${rounded(step - dash)}" transform="rotate(${pick(120) * 3})"/>`
    )
  }).join('')

/** Figures that collections choose from. */
export const figures: readonly Figure[] = [crystal, rosette, rings]
