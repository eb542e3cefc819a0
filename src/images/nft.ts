import { figures } from './figures.ts'
import { caption, color, drawing, gradient, hueBy, numbersOf } from './svg.ts'

const size = 320
const middle = size / 2

/** Maximum length of an id; of a longer one, beginning and end appear. */
const maxId = 10

/**
 * Draws the image of an NFT. Its collection chooses the color and the kind of figure, its id the
 * figure.
 * @param isAnimated whether the figure turns
 */
export function nft(collection: string, id: string, isAnimated: boolean): string {
  const pickOfAll = numbersOf(collection)
  const pick = numbersOf(`${collection}/${id}`)
  const hue = hueBy(pickOfAll) + pick(50)
  const figure = figures[pickOfAll(figures.length)]?.(pick) ?? ''
  const label = `#${id.length > maxId ? `${id.slice(0, 5)}…${id.slice(-3)}` : id}`
  const turning = isAnimated
    ? '<animateTransform attributeName="transform" type="rotate" from="0" to="360" dur="24s" ' +
      'repeatCount="indefinite"/>'
    : ''
  return drawing(
    size,
    size,
    label,
    gradient('g', color(hue + 30, 46), color(hue, 16)) +
      `<rect width="${size}" height="${size}" fill="url(#g)"/>` +
      `<circle cx="${middle}" cy="148" r="134" fill="#fff" fill-opacity=".08"/>` +
      `<g transform="translate(${middle} 148)"><g stroke="${color(hue, 90, 80)}">` +
      `${turning}${figure}</g></g>${caption(middle, 306, 20, label)}`,
  )
}
