import { around, caption, color, drawing, gradient, hueBy, numbersOf } from './svg.ts'

const size = 128
const middle = size / 2

/** Maximum number of letters; a longer word is shortened to its first letters. */
const maxLetters = 6
const shortened = 4

/**
 * Draws the logo of a token, which is round, or of a chain, which has corners. It shows up to six
 * letters of the word in front of a polygon.
 */
export function logo(kind: string, word: string): string {
  const pick = numbersOf(`${kind}/${word}`)
  const hue = hueBy(pick)
  const [letters = ''] = word.toUpperCase().split('-', 1)
  const text = letters.length > maxLetters ? letters.slice(0, shortened) : letters
  const ground =
    kind === 'chains'
      ? `<rect width="${size}" height="${size}" rx="30" fill="url(#g)"/>`
      : `<circle cx="${middle}" cy="${middle}" r="${middle}" fill="url(#g)"/>`
  return drawing(
    size,
    size,
    text,
    gradient('g', color(hue, 48), color(hue + 40, 30)) +
      ground +
      polygon(3 + pick(5), pick(90)) +
      caption(middle, middle + letterSize(text) * 0.35, letterSize(text), text),
  )
}

function polygon(corners: number, turn: number): string {
  const points = Array.from({ length: corners }, (_, i) =>
    around(middle * 0.86, turn + (i * 360) / corners),
  ).join(' ')
  return (
    `<polygon transform="translate(${middle} ${middle})" points="${points}" fill="#fff" ` +
    'fill-opacity=".13" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>'
  )
}

/** Returns the font size: one letter fills the logo, six just fit. */
const letterSize = (text: string): number => [64, 64, 50, 38, 32, 27, 23][text.length] ?? 23
