import { caption, color, drawing, gradient, hueBy, numbersOf } from './svg.ts'

const width = 960
const height = 320

/** Maximum number of letters that fit across. */
const maxTitle = 28

/** Draws a banner: a name in front of three mountain ranges. */
export function banner(word: string): string {
  const pick = numbersOf(`banners/${word}`)
  const hue = hueBy(pick)
  const title = word
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ')
    .slice(0, maxTitle)
  const ranges = [0, 1, 2].map((depth) => {
    const top = 120 + depth * 60
    const peaks = Array.from({ length: 9 }, (_, i) => `${i * 120},${top + pick(90)}`).join(' ')
    return `<polygon points="0,${height} ${peaks} ${width},${height}" fill="${color(hue, 52 - depth * 15, 45)}"/>`
  })
  return drawing(
    width,
    height,
    title,
    gradient('g', color(hue + 40, 78), color(hue, 62)) +
      `<rect width="${width}" height="${height}" fill="url(#g)"/>` +
      `${ranges.join('')}${caption(width / 2, 282, 44, title)}`,
  )
}
