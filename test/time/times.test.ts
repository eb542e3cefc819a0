import fc from 'fast-check'
import { expect, test } from 'vitest'
import { msOfTime } from '../../src/time/time-text.ts'

const noon = Date.UTC(2026, 0, 16, 12)

test.each([
  ['2026-01-16', Date.UTC(2026, 0, 16)],
  ['2026-01-16T12:00Z', noon],
  ['2026-01-16T12:00:00Z', noon],
  ['2026-01-16T12:00:00.5Z', noon + 500],
  ['2026-01-16T12:00:00.123456+00:00', noon + 123],
  ['2026-01-16T14:30:00+02:30', noon],
  ['2026-01-15T23:00:00.000-13:00', noon],
  ['2024-02-29T23:59:59Z', Date.UTC(2024, 1, 29, 23, 59, 59)],
] as const)('%s is a time', (text, ms) => {
  expect(msOfTime(text)).toBe(ms)
})

test.each([
  'tomorrow',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2025-02-29T10:00:00+10:00',
  '2026-13-01T00:00:00Z',
  '2026-01-16T24:00:00Z',
  '2026-01-16T12:60:00Z',
  '2026-01-16T12:00:60Z',
  '2026-01-16T12:00:00',
  '2026-01-16T12:00:00+24:00',
  '2026-01-16T12:00:00.Z',
  '2026-01-16T12:00:00.1234567890Z',
  '2026-01-16 12:00:00Z',
  ' 2026-01-16',
  '1768564800',
  '',
])('"%s" is none', (text) => {
  expect(msOfTime(text)).toBeUndefined()
})

test('what JavaScript writes is read as what it was written from', () => {
  const years = { min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(years), (date) => {
      expect(msOfTime(date.toISOString())).toBe(date.getTime())
    }),
  )
})
