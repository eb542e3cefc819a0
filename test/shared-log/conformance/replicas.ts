import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MissingPartsError } from '../../../src/shared-log/errors.ts'
import type { SharedLog } from '../../../src/shared-log/shared-log.ts'
import { countTo, type LogsUnderTest } from './logs-under-test.ts'

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** Declares tests of what replicas share beside records: beats, counters, leases, bodies, lists. */
export function testReplicas(under: LogsUnderTest): void {
  const { engine, open } = under

  test('replicas are live for three seconds after their last beat, or until they end', async () => {
    const log = await open()
    const beatOf = (name: string, position: number) => ({
      ...{ name, position, version: '1.0.0 7', options: 'ab' },
    })
    const first = beatOf('b', 4)
    expect(await log.lastLive()).toBeUndefined()
    expect((await log.beat(first)).live).toEqual([first])
    const { live, nowMs, sinceMs } = await log.beat(beatOf('a', 9))
    expect(live).toEqual([beatOf('a', 9), first])
    expect(sinceMs).toBe(0)
    expect(Math.abs(nowMs - (await log.head()).nowMs)).toBeLessThan(5_000)
    await log.beat(beatOf('c', 1))
    await log.endBeats('c')
    expect((await log.beat(beatOf('a', 10))).live).toEqual([beatOf('a', 10), first])
    const { nowMs: lastMs } = await log.head()
    await sleep(3_300)
    expect(Math.abs(((await log.lastLive()) ?? 0) - lastMs)).toBeLessThan(1_000)
    expect((await log.beat(beatOf('a', 11))).live).toEqual([beatOf('a', 11)])
    await log.endBeats('a')
    const ended = (await log.head()).nowMs - ((await log.lastLive()) ?? 0)
    expect(ended).toBeGreaterThanOrEqual(0)
    expect(ended).toBeLessThan(1_000)
  })

  test('after a crash it says since when it has all beats', async () => {
    const log = await open()
    const beatOf = (name: string) => ({ name, position: 1, version: '1', options: '' })
    await log.beat(beatOf('b'))
    expect((await log.beat(beatOf('a'))).sinceMs).toBe(0)
    const { nowMs: beforeMs } = await log.live()
    await engine.crash(under.sandbox)
    await expect.poll(() => log.head().catch(() => undefined)).toBeDefined()
    const first = await log.live()
    expect(first.live).toEqual([])
    expect(first.sinceMs).toBeGreaterThanOrEqual(beforeMs)
    const { live, sinceMs } = await log.beat(beatOf('a'))
    expect(live).toEqual([beatOf('a')])
    expect(sinceMs).toBeGreaterThanOrEqual(beforeMs)
    for (const found of [await log.live(), await log.beat(beatOf('a'))])
      expect(found.sinceMs).toBe(sinceMs)
    expect((await (await open()).live()).sinceMs).toBe(sinceMs)
  })

  test('a counter gives exactly its limit to many clients', async () => {
    const logs = await Promise.all([open(), open(), open(), open()])
    const outcomes = await Promise.all(
      logs.flatMap((log) => countTo(20).map(() => log.take('rule', 0, 1, 50))),
    )
    const taken = outcomes.filter(({ isTaken }) => isTaken).map(({ used }) => used)
    expect(taken.toSorted((a, b) => a - b)).toEqual(countTo(50))
    expect(outcomes.filter(({ isTaken }) => !isTaken).map(({ used }) => used)).toEqual(
      Array.from({ length: 30 }, () => 50),
    )
  })

  test('a cost is taken as a whole or not at all', async () => {
    const log = await open()
    expect(await log.take('units', 0, 11, 10)).toEqual({
      ...{ isTaken: false, used: 0, endsMs: undefined },
    })
    expect(await log.take('units', 0, 7, 10)).toMatchObject({ isTaken: true, used: 7 })
    expect(await log.take('units', 0, 4, 10)).toMatchObject({ isTaken: false, used: 7 })
    expect(await log.take('units', 0, 3, 10)).toMatchObject({ isTaken: true, used: 10 })
  })

  test('a counter begins again with each period', async () => {
    const log = await open()
    let before = await log.take('window', 600, 1, 1)
    // The first period may have been about to end.
    await sleep((before.endsMs ?? 0) - (await log.head()).nowMs + 5)
    before = await log.take('window', 600, 1, 1)
    expect(before).toMatchObject({ isTaken: true, used: 1 })
    expect(await log.take('window', 600, 1, 1)).toEqual({ ...before, isTaken: false })
    await sleep(620)
    const after = await log.take('window', 600, 1, 1)
    expect(after).toMatchObject({ isTaken: true, used: 1 })
    expect(after.endsMs).toBeGreaterThan(before.endsMs ?? 0)
    expect((after.endsMs ?? 1) % 600).toBe(0)
  })

  test('one holder at a time has a lease, until it ends, is released or passes to another', async () => {
    const [log, other] = await Promise.all([open(), open()])
    const outcomes = await Promise.all([
      log.lease('snapshot', 'a', 400),
      other.lease('snapshot', 'b', 400),
    ])
    expect(outcomes.toSorted()).toEqual([false, true])
    const [holder, loser] = outcomes[0] ? ['a', 'b'] : ['b', 'a']
    expect(await log.lease('snapshot', holder, 400)).toBe(true)
    expect(await log.lease('other', loser, 400)).toBe(true)
    await other.release('snapshot', loser)
    expect(await log.lease('snapshot', loser, 400)).toBe(false)
    await sleep(500)
    expect(await log.lease('snapshot', loser, 60_000)).toBe(true)
    expect(await log.lease('snapshot', holder, 400)).toBe(false)
    await log.release('snapshot', loser)
    expect(await log.lease('snapshot', holder, 400)).toBe(true)
  })

  test('a large body has the bytes that were stored, and is visible only when complete', async () => {
    const log = await open()
    const parts = [Buffer.alloc(1_048_576, 7), Buffer.from([0, 255, 10]), Buffer.alloc(0)]
    await log.putParts('snapshot/2', parts)
    await log.putParts('snapshot/10', [])
    await log.putParts('import/1', [Buffer.from('x')])
    const reader = await open()
    expect((await bytesOf(reader.getParts('snapshot/2'))).equals(Buffer.concat(parts))).toBe(true)
    expect(await bytesOf(reader.getParts('snapshot/10'))).toHaveLength(0)
    expect(await reader.partNames('snapshot/')).toEqual(['snapshot/10', 'snapshot/2'])
    const failing = async function* () {
      yield Buffer.from('begun')
      throw new Error('the disk is full')
    }
    await expect(log.putParts('import/1', failing())).rejects.toThrow('the disk is full')
    await expect(log.putParts('import/2', failing())).rejects.toThrow('the disk is full')
    expect((await bytesOf(reader.getParts('import/1'))).toString()).toBe('x')
    expect(await reader.partNames('import/')).toEqual(['import/1'])
    await log.putParts('import/1', [Buffer.from('y'), Buffer.from('z')])
    expect((await bytesOf(reader.getParts('import/1'))).toString()).toBe('yz')
    await log.putParts('import/2', [Buffer.from('other')])
    await log.removeParts(['import/1', 'import/3'])
    await log.removeParts([])
    await expect(bytesOf(reader.getParts('import/1'))).rejects.toThrow(MissingPartsError)
    expect((await bytesOf(reader.getParts('import/2'))).toString()).toBe('other')
  })

  test('items of all replicas get ids in the order of their times, once, and the last ones stay', async () => {
    const [a, b] = [await open(), await open()]
    const list = { name: 'main', generation: 1 }
    const item = (number: number, atMs: number, text = `${number}`) => ({ number, atMs, text })
    expect(await a.reported(list, 10)).toEqual([])
    await a.report(list, 'a', [item(1, 10.5, 'first'), item(2, 30, 'third')])
    await b.report(list, 'b', [item(1, 20.25, 'second')])
    const three = [
      { id: 1, text: 'first' },
      { id: 2, text: 'second' },
      { id: 3, text: 'third' },
    ]
    const both = await Promise.all([a.reported(list, 10), b.reported(list, 10)])
    for (const items of both) expect(items).toEqual(three)
    // An earlier one that comes later follows, and one that is replaced has the id that it had.
    await b.report(list, 'b', [item(2, 1, 'late'), item(1, 20.25, 'changed')])
    const [first, , third] = three
    const four = [first, { id: 2, text: 'changed' }, third, { id: 4, text: 'late' }]
    expect(await a.reported(list, 10)).toEqual(four)
    expect(await b.reported(list, 2)).toEqual(four.slice(2))
    expect(await a.reported(list, 10)).toEqual(four.slice(2))
    const next = { name: 'main', generation: 7 }
    await a.report(next, 'a', [item(3, 40, 'new')])
    expect(await b.reported(next, 10)).toEqual([{ id: 1, text: 'new' }])
    await b.report(list, 'b', [item(9, 50, 'of the old list')])
    expect(await b.reported(next, 10)).toEqual([{ id: 1, text: 'new' }])
    expect(await a.reported({ name: 'other', generation: 7 }, 10)).toEqual([])
  })

  test('many replicas number one list at once, and no id is given twice', async () => {
    const logs = await Promise.all([open(), open(), open(), open()])
    const list = { name: 'main', generation: 1 }
    await Promise.all(
      logs.map(async (log, place) => {
        for (let number = 1; number <= 20; number++) {
          await log.report(list, `${place}`, [{ number, atMs: number, text: `${place}.${number}` }])
          await log.reported(list, 1_000)
        }
      }),
    )
    const items = await (logs[0] as SharedLog).reported(list, 1_000)
    expect(new Set(items.map(({ text }) => text)).size).toBe(80)
    expect(items.map(({ id }) => id)).toEqual(countTo(80))
  })
}
