import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LostTailError } from '../../../src/shared-log/errors.ts'
import { LogCursor } from '../../../src/shared-log/log-cursor.ts'
import type { LogRecord, SharedLog } from '../../../src/shared-log/shared-log.ts'
import { countTo, type LogsUnderTest, positionsOf } from './logs-under-test.ts'

/**
 * Appends five records, and returns the median of the milliseconds until the follower that counts
 * its looks has looked. Without notifications it looks once a second.
 */
async function usualWait(log: SharedLog, looks: () => number): Promise<number> {
  const waits: number[] = []
  for (const number of countTo(5)) {
    const before = looks()
    const began = performance.now()
    await log.append({ world: 'main', do: 'act', number })
    await expect.poll(looks, { interval: 1, timeout: 5_000 }).toBeGreaterThan(before)
    waits.push(performance.now() - began)
  }
  return waits.toSorted((a, b) => a - b)[2] ?? Number.POSITIVE_INFINITY
}

/** Declares tests of what followers of a log learn: of news, and what a cursor reads. */
export function testFollowing(under: LogsUnderTest): void {
  const { engine, open } = under

  test('a follower looks soon after an append of another client', async () => {
    const log = await open()
    const other = await open()
    let looks = 0
    await other.follow(() => {
      looks++
    })
    // Looks that follow from the beginning pass first.
    await sleep(200)
    expect(await usualWait(log, () => looks)).toBeLessThan(500)
  })

  test('a follower looks at least once a second without news, and not after the end', async () => {
    const log = await open()
    let looks = 0
    await log.follow(() => {
      looks++
    })
    await sleep(300)
    const before = looks
    await expect.poll(() => looks, { timeout: 3_000 }).toBeGreaterThan(before)
    await log.close()
    const after = looks
    await sleep(1_300)
    expect(looks).toBe(after)
  })

  test('a follower whose connection broke learns of appends again', async () => {
    const log = await open()
    const other = await open()
    let looks = 0
    await other.follow(() => {
      looks++
    })
    await engine.dropConnections()
    await expect
      .poll(() =>
        log.append({ world: 'main', do: 'act' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await sleep(1_500)
    expect(await usualWait(log, () => looks)).toBeLessThan(500)
  })

  test('a cursor reads everything once and in order', async () => {
    const log = await open()
    const cursor = new LogCursor(log)
    expect((await cursor.next(10)).records).toEqual([])
    for (const number of countTo(5)) await log.append({ world: 'main', do: 'act', number })
    expect(positionsOf((await cursor.next(3)).records)).toEqual([1, 2, 3])
    const other = new LogCursor(log, cursor.place)
    expect(positionsOf((await cursor.next(3)).records)).toEqual([4, 5])
    expect(positionsOf((await other.next(3)).records)).toEqual([4, 5])
    expect((await cursor.next(3)).records).toEqual([])
  })

  test('a cursor finds a lost tail: before others took the positions, then, and later', async () => {
    const log = await open()
    for (const number of countTo(5)) await log.append({ world: 'main', do: 'act', number })
    const cursor = new LogCursor(log)
    await cursor.next(10)
    await engine.loseTail(under.sandbox, 2)
    await expect(cursor.next(10)).rejects.toThrow(LostTailError)
    await expect(cursor.next(10)).rejects.toThrow('its head is at 3')
    for (const number of [6, 7]) await log.append({ world: 'main', do: 'act', number })
    expect((await log.head()).position).toBe(cursor.place.position)
    await expect(cursor.next(10)).rejects.toThrow('the hash chain of its head differs')
    const added = await log.append({ world: 'main', do: 'act', number: 8 })
    await expect(cursor.next(10)).rejects.toThrow('the hash chain of record 6 differs')
    if (added !== 'lost') cursor.give(added)
    expect(() => cursor.nextGiven()).toThrow('the hash chain of record 6 differs')
    expect(cursor.place.position).toBe(5)
  })

  test('a cursor does not read again what it was given, in any order', async () => {
    const log = await open()
    const cursor = new LogCursor(log)
    const added: LogRecord[] = []
    for (const number of countTo(6)) {
      const record = await log.append({ world: 'main', do: 'act', number })
      if (record !== 'lost') added.push(record)
    }
    const give = (...positions: number[]) => {
      for (const position of positions) cursor.give(added[position - 1] as LogRecord)
    }
    give(3, 2)
    expect(cursor.hasGiven).toBe(false)
    expect(cursor.nextGiven()).toEqual([])
    expect(positionsOf((await cursor.next(1)).records)).toEqual([1])
    expect(cursor.hasGiven).toBe(true)
    expect(cursor.nextGiven()).toEqual(added.slice(1, 3))
    give(1, 5)
    expect(cursor.hasGiven).toBe(false)
    expect(await cursor.next(10)).toEqual({
      records: added.slice(3),
      head: { position: 6, chain: added[5]?.chain },
    })
    expect(cursor.hasGiven).toBe(false)
  })
}
