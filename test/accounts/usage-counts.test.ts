import { expect, test } from 'vitest'
import { AccountDatabase } from '../../src/accounts/account-database.ts'
import {
  storedUsage,
  storeUsage,
  UsageCounts,
  type UsedRequest,
} from '../../src/accounts/usage-counts.ts'
import { DiskSpace } from '../../src/world/storage/disk-space.ts'
import { openTempDir } from '../../src/world/storage/world-dirs.ts'

const path = '/v1/chains/{chainId}/blocks'
const request: UsedRequest = { owner: 'a', path, status: 200, chain: '43114', units: 20 }

/** Requests that differ from the first one in a single part of the key of a bucket. */
const others: readonly UsedRequest[] = [
  { ...request, owner: 'b' },
  { ...request, path: '/v1/chains/{chainId}' },
  { ...request, status: 404 },
  { ...request, chain: '43113' },
]

test('requests count together only if minute, owner, path, status and chain are equal', () => {
  const counts = new UsageCounts()
  for (let i = 0; i < 2; i++) for (const each of [request, ...others]) counts.count(each, 120, 5)
  counts.count(request, 179, 7)
  counts.count(request, 180, 7)
  const buckets = counts.take()
  expect(buckets.map(({ requests }) => requests)).toEqual([3, 2, 2, 2, 2, 1])
  expect(buckets[0]).toMatchObject({ minute: 120, ...request, units: 60 })
  expect([...(buckets[0]?.durations ?? [])]).toEqual([
    [5, 2],
    [7, 1],
  ])
  expect(counts.isEmpty).toBe(true)
})

test('stored counts are summed, and are read from a minute up to another one', () => {
  const dirs = openTempDir(new DiskSpace(() => {}))
  const file = new AccountDatabase(dirs.of('default'))
  const counts = new UsageCounts()
  for (const times of [
    [60, 120, 180],
    [60, 120],
  ]) {
    for (const time of times) counts.count(request, time, 5)
    storeUsage(file, counts.take())
  }
  const read = (from: number, end: number) =>
    storedUsage(file, 'a', { from, end }).map(({ minute, requests, units, durations }) => [
      ...[minute, requests, units],
      ...durations,
    ])
  expect(read(60, 180)).toEqual([
    [60, 2, 40, [5, 2]],
    [120, 2, 40, [5, 2]],
  ])
  expect(read(120, 181).map(([minute]) => minute)).toEqual([120, 180])
  file.close()
  dirs.close()
})
