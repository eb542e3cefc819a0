import { sha256 } from '../formats/hashes.ts'

/** Escapes a text for use in an element or between double quotes. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Returns a generator of whole numbers from 0 to below `limit`, which follow from a text. They
 * repeat after 32.
 */
export function numbersOf(text: string): (limit: number) => number {
  const bytes = sha256(text)
  let next = 0
  return (limit) => (bytes[next++ % bytes.length] ?? 0) % limit
}

/** Returns a hue in degrees. A byte chooses it, so all hues are equally likely. */
export const hueBy = (pick: (limit: number) => number): number =>
  Math.round((pick(256) * 360) / 256)

/**
 * Formats an HSL color.
 * @param hue degrees; any whole number
 * @param light percent
 */
export const color = (hue: number, light: number, saturation = 68): string =>
  `hsl(${hue % 360},${saturation}%,${light}%)`

/** Returns a gradient from the upper left to the lower right, referenced as `url(#id)`. */
export const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${from}"/>` +
  `<stop offset="1" stop-color="${to}"/></linearGradient>`

/**
 * Wraps parts into a whole drawing.
 * @param label description for screen readers
 */
export const drawing = (width: number, height: number, label: string, parts: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
  `viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">${parts}</svg>`

/** Returns a line of bold text with its middle at x. */
export const caption = (x: number, y: number, size: number, text: string): string =>
  `<text x="${x}" y="${y}" font-family="system-ui,-apple-system,Segoe UI,sans-serif" ` +
  `font-size="${size}" font-weight="700" text-anchor="middle" fill="#fff">${escaped(text)}</text>`

/** Rounds a coordinate to one decimal place. */
export const rounded = (value: number): number => Math.round(value * 10) / 10

/**
 * Returns a point around the origin.
 * @param angle degrees, clockwise from above
 */
export function around(radius: number, angle: number): string {
  const radians = (angle * Math.PI) / 180
  return `${rounded(radius * Math.sin(radians))},${rounded(-radius * Math.cos(radians))}`
}
