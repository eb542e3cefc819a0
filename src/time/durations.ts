import { daySeconds, hourSeconds, minuteSeconds } from './time-units.ts'

const shortUnits = { s: 1, m: minuteSeconds, h: hourSeconds, d: daySeconds, w: 7 * daySeconds }

/** Description of a duration for errors. */
export const durationForm =
  'a duration: a number with s, m, h, d or w such as 90s and 30d, or ISO 8601 such as PT1H, ' +
  'with at most 9 digits before the decimal point and 3 after it'

/**
 * Parses a duration into milliseconds. It is either ISO 8601 with weeks, days, hours, minutes and
 * seconds (`PT1H`, `P30D`, `PT1.5S`), or a short form. The short form is a number with one of the
 * units s, m, h, d, w (`90s`, `30d`). Months and years have no fixed length and are rejected.
 * @returns undefined for any other text
 */
export function durationMs(text: string): number | undefined {
  const short = /^(\d{1,9}(?:\.\d{1,3})?)([smhdw])$/.exec(text)
  if (short)
    return Math.round(Number(short[1]) * shortUnits[short[2] as keyof typeof shortUnits] * 1000)
  const iso =
    /^P(?=.)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/.exec(
      text,
    )
  if (!iso) return undefined
  const [weeks, days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0))
  return Math.round(
    1000 *
      ((weeks ?? 0) * 7 * daySeconds +
        (days ?? 0) * daySeconds +
        (hours ?? 0) * hourSeconds +
        (minutes ?? 0) * minuteSeconds +
        (seconds ?? 0)),
  )
}
