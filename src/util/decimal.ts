/** A decimal number that is exact at any size: `digits` / 10^`places`, never negative. */
export interface Decimal {
  readonly digits: bigint
  readonly places: number
}

/** Parses a text such as `42` or `0.9213`. */
export function decimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

export const product = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  places: a.places + b.places,
})

/** Rounds to a number of places; half of the last place or more is rounded up. */
export function rounded({ digits, places }: Decimal, max: number): Decimal {
  if (places <= max) return { digits, places }
  const divisor = 10n ** BigInt(places - max)
  return { digits: (digits + divisor / 2n) / divisor, places: max }
}

/** Formats without exponent and without zeros at the end of the fraction. */
export function decimalText({ digits, places }: Decimal): string {
  const text = String(digits).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
