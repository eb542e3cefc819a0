import { type Decimal, decimal, decimalText, rounded } from '../../../util/decimal.ts'
import type { RandomStreams } from '../../random.ts'

/** A token whose price changes from day to day. */
export interface MovingToken {
  /** Symbol; tokens of one symbol change alike on all chains. */
  readonly symbol: string
  /** US dollars at the definition's now, decimal text. */
  readonly usd: string
  /** Maximum distance from its middle, in thousandths of it, 1 to 600. */
  readonly swing: number
}

/** Days of each wave and its share of the swing: slow waves are large, fast ones small. */
const waves = [
  { days: 1, share: 4 },
  { days: 8, share: 16 },
  { days: 64, share: 30 },
  { days: 512, share: 50 },
] as const

/** Distance from the middle for a wave of the whole swing. */
const whole = 1_000_000

/**
 * Returns the price of a token on a day, as decimal text with the places of its declared price. It
 * follows from seed, symbol and day alone, so two short advances give the same prices as one long
 * advance.
 * @param day number of the day since 1970
 * @param declaredDay last day until the definition's now, on which the declared price holds
 */
export function priceOn(
  streams: RandomStreams,
  { symbol, usd, swing }: MovingToken,
  day: number,
  declaredDay: number,
): string {
  const factorOn = (each: number) => BigInt(whole + distanceOn(streams, symbol, swing, each))
  const declared = decimal(usd)
  // Extra places, so that the division is exact in all visible digits.
  const fine = declared.digits * 10n ** extraPlaces * factorOn(day)
  const exact: Decimal = {
    digits: fine / factorOn(declaredDay),
    places: declared.places + Number(extraPlaces),
  }
  const { digits, places } = rounded(exact, declared.places)
  return decimalText({ digits: digits > 0n ? digits : 1n, places })
}

const extraPlaces = 6n

/**
 * Returns the distance from the middle, in millionths: the sum of the waves, each a line between
 * random points.
 */
function distanceOn(streams: RandomStreams, symbol: string, swing: number, day: number): number {
  const sum = waves.reduce((total, { days, share }) => {
    const point = Math.floor(day / days)
    const [before, after] = [point, point + 1].map((place) =>
      streams.at(`price of ${symbol} by ${days} days`, place).int(-1000, 1000),
    ) as [number, number]
    const passed = day - point * days
    return total + Math.trunc(((before * (days - passed) + after * passed) * share) / days)
  }, 0)
  // A sum of ±100,000 corresponds to the whole swing.
  return Math.trunc((sum * swing * whole) / (100_000 * 1000))
}
