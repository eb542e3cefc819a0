import { expect, test } from 'vitest'
import {
  activationOf,
  relativeTimeSeconds,
  secondsOfText,
} from '../../src/definition/relative-times.ts'

const now = Date.UTC(2026, 0, 15) / 1000

// Activations as avalanchego 1.14.2 has them for both networks.
test.each([
  ['now', 'mainnet', '2026-01-15T00:00:00Z'],
  ['now+2d', 'fuji', '2026-01-17T00:00:00Z'],
  ['now-5h', 'mainnet', '2026-01-14T19:00:00Z'],
  ['now-90m', 'fuji', '2026-01-14T22:30:00Z'],
  ['genesis', 'mainnet', '2020-09-10T00:00:00Z'],
  ['genesis+11d', 'fuji', '2020-09-21T00:00:00Z'],
  ['durango', 'mainnet', '2024-03-06T16:00:00Z'],
  ['durango', 'fuji', '2024-02-13T16:00:00Z'],
  ['etna+0d', 'mainnet', '2024-12-16T17:00:00Z'],
  ['etna-1m', 'fuji', '2024-11-25T15:59:00Z'],
] as const)('%s on %s is %s', (when, network, time) => {
  expect(relativeTimeSeconds(when, network, now)).toBe(Date.parse(time) / 1000)
})

test('an upgrade has a time of its own on each network', () => {
  expect(activationOf('mainnet', 'banff')).toBe(Date.UTC(2022, 9, 18, 16) / 1000)
  expect(activationOf('fuji', 'banff')).toBe(Date.UTC(2022, 9, 3, 14) / 1000)
})

test('a fraction of a second is rounded down', () => {
  expect(secondsOfText('2026-01-15T00:00:00.999Z')).toBe(now)
})
