/**
 * Returns a whole number of units as a decimal number, without zeros at its end.
 * @param units decimal text such as `1500000000`
 * @param decimals decimals of the coin or token
 */
export function fromUnits(units: string, decimals: number): string {
  const negative = units.startsWith('-')
  const digits = units.replace('-', '').padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** Groups the digits of a decimal number, and cuts its fraction without rounding up. */
export function grouped(decimal: string, maxDecimals = 6): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const cut = fraction.slice(0, maxDecimals).replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  if (/^-?0$/.test(whole) && cut === '' && /[1-9]/.test(fraction))
    return `<0.${'0'.repeat(maxDecimals - 1)}1`
  return `${grouped}${cut && `.${cut}`}`
}

/** Shortens a hash or an address in its middle. */
export function shortened(text: string, before = 8, after = 6): string {
  const prefix = /^(?:0x|NodeID-|[PXC]-|avax1|fuji1)/.exec(text)?.[0] ?? ''
  const rest = text.slice(prefix.length)
  if (rest.length <= before + after + 1) return text
  return `${prefix}${rest.slice(0, before)}…${rest.slice(-after)}`
}

/** Returns a time as `2026-01-15 00:00:00 UTC`. */
export const timeText = (time: string | number): string =>
  isoOf(time)
    .replace('T', ' ')
    .replace(/(?:\.\d+)?Z$/, ' UTC')

/** Returns a time as ISO 8601. @param time ISO 8601, or seconds since 1970 */
const isoOf = (time: string | number): string =>
  typeof time === 'number' ? new Date(time * 1000).toISOString() : time

/** Returns milliseconds since 1970. @param time ISO 8601, or seconds since 1970 */
const millisecondsOf = (time: string | number): number =>
  typeof time === 'number' ? time * 1000 : Date.parse(time)

const units: readonly (readonly [string, number])[] = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** Returns a length of time by its greatest unit, such as `3 d`. */
export function lengthText(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000)
  const [name, size] = units.find(([, each]) => seconds >= each) ?? ['s', 1]
  return `${Math.floor(seconds / size)} ${name}`
}

/** Returns how far a time is from the world's present, such as `3 d ago` or `in 2 h`. */
export function relativeText(time: string | number, now: string): string {
  const difference = millisecondsOf(time) - Date.parse(now)
  if (Math.abs(difference) < 1000) return 'now'
  return difference < 0 ? `${lengthText(difference)} ago` : `in ${lengthText(difference)}`
}

/** Returns a number with its noun, such as `1 block` or `2 blocks`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(String(count))} ${noun}${count === 1 ? '' : 's'}`

/** Returns text as JSON with two spaces; other text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
