/** Nanoseconds of the units of Go's `time.ParseDuration`; the micro sign has two code points. */
const nanoseconds = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

const maxNanoseconds = 2n ** 63n - 1n
/** Digits of the maximum. A longer number is larger, and would take long to read. */
const maxDigits = 19

/** Returns the error of Go's `time.ParseDuration`, or undefined for a valid duration. */
export function durationProblem(text: string): string | undefined {
  const invalid = `time: invalid duration ${quoted(text)}`
  const unsigned = text.replace(/^[-+]/, '')
  if (unsigned === '0') return undefined
  if (unsigned === '') return invalid
  const part = /([0-9]*)(?:\.([0-9]*))?([^.0-9]*)/y
  let sum = 0n
  while (part.lastIndex < unsigned.length) {
    const [, whole = '', fraction = '', unit = ''] = part.exec(unsigned) as RegExpExecArray
    const digits = whole.replace(/^0+/, '')
    if ((whole === '' && fraction === '') || digits.length > maxDigits) return invalid
    if (unit === '') return `time: missing unit in duration ${quoted(text)}`
    const each = nanoseconds.get(unit)
    if (each === undefined) return `time: unknown unit ${quoted(unit)} in duration ${quoted(text)}`
    sum += BigInt(digits) * each + BigInt(Math.trunc(Number(`0.${fraction}`) * Number(each)))
    if (sum > maxNanoseconds) return invalid
  }
  return undefined
}

/** Quotes as Go's package time does, and not as `%q`: control bytes and those above ASCII in hex. */
const quoted = (text: string): string =>
  `"${Array.from(Buffer.from(text), (byte) =>
    byte === 0x22 || byte === 0x5c
      ? `\\${String.fromCharCode(byte)}`
      : byte < 0x20 || byte >= 0x80
        ? `\\x${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte),
  ).join('')}"`
