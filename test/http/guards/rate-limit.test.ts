import { expect, test } from 'vitest'
import { createRateLimiter } from '../../../src/http/guards/rate-limit.ts'

const noKey = undefined

test('a fixed window reopens after a minute', () => {
  let now = 1_000
  const limiter = createRateLimiter({ perMinute: 2, withKey: 2 }, () => now)
  const take = () => limiter.take(noKey, '127.0.0.1', 1)
  expect([take(), take(), take()].map((taken) => taken?.allowed)).toEqual([true, true, false])
  now += 59_999
  expect(take()).toMatchObject({ allowed: false, resetSeconds: 1 })
  now += 1
  expect(take()).toMatchObject({ allowed: true, remaining: 1 })
})

test('callers have windows of their own', () => {
  const limiter = createRateLimiter({ perMinute: 1, withKey: 1 }, () => 0)
  expect(limiter.take(noKey, 'a', 1)?.allowed).toBe(true)
  expect(limiter.take(noKey, 'b', 1)?.allowed).toBe(true)
  expect(limiter.take({ id: 'a', tier: 'free' }, 'a', 1)?.allowed).toBe(true)
  expect(limiter.take(noKey, 'a', 1)?.allowed).toBe(false)
})

test('the documented plans have a budget for the day too', () => {
  let now = 0
  const limiter = createRateLimiter('docs', () => now)
  let used = 0
  while (limiter.take(noKey, 'a', 6_000)?.allowed) {
    used += 6_000
    now += 60_000
  }
  expect(used).toBe(1_200_000)
})

test('what is refused does not count, neither in the minute nor in the day', () => {
  let now = 0
  const limiter = createRateLimiter('docs', () => now)
  const take = (units: number) => limiter.take(noKey, 'a', units)?.allowed
  expect([take(5_990), take(11), take(11), take(10), take(1)]).toEqual([
    ...[true, false, false, true, false],
  ])
  // The day has 200 minutes of it: had refusals counted there, it would be over sooner.
  for (let minute = 1; minute < 200; minute++) {
    now += 60_000
    expect([take(6_000), take(6_000)]).toEqual([true, false])
  }
  now += 60_000
  expect(take(1)).toBe(false)
})

test('a request may take all that is left, and not one more', () => {
  const limiter = createRateLimiter({ perMinute: 3, withKey: 2 }, () => 0)
  const take = (account?: { id: string; tier: 'free' }) => {
    const { allowed, remaining } = limiter.take(account, 'a', 1) ?? {}
    return [allowed, remaining]
  }
  const key = { id: 'one', tier: 'free' } as const
  expect([take(), take(), take(), take(), take()]).toEqual([
    ...[
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ],
  ])
  expect([take(key), take(key), take(key)]).toEqual([
    [true, 1],
    [true, 0],
    [false, 0],
  ])
})
