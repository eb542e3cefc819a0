import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainAfter, emptyChain } from '../../src/shared-log/chain.ts'
import {
  CompactedError,
  EngineAwayError,
  LostTailError,
  MissingPartsError,
  UnknownOutcomeError,
} from '../../src/shared-log/errors.ts'
import { LogCursor } from '../../src/shared-log/log-cursor.ts'
import type { LogRecord, SharedLog } from '../../src/shared-log/shared-log.ts'

/** An engine that the tests may hurt. */
export interface EngineUnderTest {
  open(sandbox: string): Promise<SharedLog>
  /** Removes the last records of a sandbox, as a failover without a synchronous standby would. */
  loseTail(sandbox: string, count: number): Promise<void>
  /** Makes it stop responding, with its connections open. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Ends it at once, and starts it again. */
  crash(sandbox: string): Promise<void>
  /** Breaks the connections of its clients. */
  dropConnections(): Promise<void>
}

const positionsOf = (records: readonly LogRecord[]): number[] =>
  records.map(({ position }) => position)

const countTo = (last: number): number[] => Array.from({ length: last }, (_, place) => place + 1)

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** Declares the tests that every driver of the shared log has to pass. */
export function testConformance(engine: EngineUnderTest): void {
  let sandbox = ''
  let count = 0
  let opened: SharedLog[] = []

  const open = async (name = sandbox): Promise<SharedLog> => {
    const log = await engine.open(name)
    opened.push(log)
    return log
  }

  beforeEach(() => {
    count++
    sandbox = `sandbox ${count}`
  })

  afterEach(async () => {
    await engine.thaw()
    await Promise.all(opened.map((log) => log.close()))
    opened = []
  })

  test('an empty log has position 0 and a chain of zeros', async () => {
    const log = await open()
    expect(await log.head()).toMatchObject({ position: 0, chain: '0'.repeat(64) })
    expect(await log.read(0, 10)).toEqual({
      records: [],
      head: { position: 0, chain: '0'.repeat(64) },
    })
  })

  test('records have positions from 1, the body as it was, and times that never decrease', async () => {
    const log = await open()
    const bodies = [
      { world: 'main', do: 'act', actions: [{ type: 'fund', amount: '9007199254740993' }] },
      { world: 'main', do: 'act', text: 'Grüße \u0000 \ud83c\udf0d \ud800' },
      { world: 'other', do: 'pass', key: 'k', to: 1.5, none: null },
    ]
    const added: (LogRecord | 'lost')[] = []
    for (const body of bodies) added.push(await log.append(body))
    const { records } = await (await open()).read(0, 10)
    expect(records).toEqual(added)
    expect(positionsOf(records)).toEqual([1, 2, 3])
    expect(records.map(({ text }) => JSON.parse(text))).toEqual(bodies)
    const times = records.map(({ atMs }) => atMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.abs((await log.head()).nowMs - (times[2] ?? 0))).toBeLessThan(10_000)
  })

  test('each chain value is the digest of the one before and the body', async () => {
    const log = await open()
    for (const number of [1, 2, 3]) await log.append({ world: 'é', do: 'act', number })
    const { records } = await log.read(0, 10)
    let chain = emptyChain
    for (const record of records) {
      chain = chainAfter(chain, record.text)
      expect(record.chain).toBe(chain)
    }
    expect((await log.head()).chain).toBe(chain)
  })

  test('reading goes on after a position, with a limit', async () => {
    const log = await open()
    for (const number of [1, 2, 3, 4]) await log.append({ world: 'main', do: 'act', number })
    expect(positionsOf((await log.read(1, 2)).records)).toEqual([2, 3])
    expect(positionsOf((await log.read(3, 2)).records)).toEqual([4])
    expect((await log.read(4, 2)).records).toEqual([])
  })

  test('appends of many clients at once have positions without gaps, in one order for all', async () => {
    const logs = await Promise.all([open(), open(), open()])
    const seen: number[] = []
    let isDone = false
    const reader = await open()
    // Reads while others append: a record must not become visible before an earlier one.
    const reading = (async () => {
      while (!isDone || seen.length < 90) {
        for (const { position } of (await reader.read(seen.at(-1) ?? 0, 7)).records)
          seen.push(position)
        await sleep(1)
      }
    })()
    const added = await Promise.all(
      logs.flatMap((log, client) =>
        countTo(30).map((number) => log.append({ world: 'main', do: 'act', client, number })),
      ),
    )
    isDone = true
    await reading
    expect(seen).toEqual(countTo(90))
    const positions = added.map((record) => (record === 'lost' ? 0 : record.position))
    expect(positions.toSorted((a, b) => a - b)).toEqual(countTo(90))
    const [one, other] = await Promise.all(logs.map((log) => log.read(0, 100)))
    expect(one).toEqual(other)
  })

  test('of those that expect one position, exactly one wins, in each of 20 rounds', async () => {
    const logs = await Promise.all([open(), open(), open()])
    for (const round of countTo(20)) {
      const outcomes = await Promise.all(
        [...logs, ...logs].map((log, client) =>
          log.append({ world: 'main', do: 'pass', client }, round - 1),
        ),
      )
      expect(outcomes.filter((outcome) => outcome !== 'lost')).toHaveLength(1)
    }
    expect((await (await open()).head()).position).toBe(20)
  })

  test('an append behind or before the head is lost and adds nothing', async () => {
    const log = await open()
    await log.append({ world: 'main', do: 'act' })
    expect(await log.append({ world: 'main', do: 'pass' }, 0)).toBe('lost')
    expect(await log.append({ world: 'main', do: 'pass' }, 2)).toBe('lost')
    expect((await log.head()).position).toBe(1)
  })

  test('sandboxes do not see each other', async () => {
    const log = await open()
    const other = await open(`${sandbox}'; --`)
    await log.append({ world: 'main', do: 'act' })
    await log.take('a', 0, 1, 1)
    await log.lease('l', 'a', 10_000)
    await log.putParts('p', [Buffer.from('x')])
    await log.beat({ name: 'r', position: 1, version: '1', options: '' })
    expect(await other.head()).toMatchObject({ position: 0 })
    expect(await other.take('a', 0, 1, 1)).toMatchObject({ isTaken: true })
    expect(await other.lease('l', 'b', 10_000)).toBe(true)
    expect(await other.partNames('')).toEqual([])
    expect((await other.beat({ name: 's', position: 0, version: '1', options: '' })).live).toEqual([
      { name: 's', position: 0, version: '1', options: '' },
    ])
  })

  test('a follower looks soon after an append of another client', async () => {
    const log = await open()
    const other = await open()
    let looks = 0
    await other.follow(() => {
      looks++
    })
    // Looks that follow from the beginning pass first.
    await sleep(200)
    const waits: number[] = []
    for (const number of countTo(5)) {
      const before = looks
      const began = performance.now()
      await log.append({ world: 'main', do: 'act', number })
      await expect.poll(() => looks, { interval: 1, timeout: 5_000 }).toBeGreaterThan(before)
      waits.push(performance.now() - began)
    }
    // Without notifications it looks once a second.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(500)
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
    const waits: number[] = []
    for (const number of countTo(5)) {
      const before = looks
      const began = performance.now()
      await log.append({ world: 'main', do: 'act', number })
      await expect.poll(() => looks, { interval: 1, timeout: 5_000 }).toBeGreaterThan(before)
      waits.push(performance.now() - began)
    }
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(500)
  })

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
    await engine.crash(sandbox)
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

  test('after a compaction the head stays, and reading from before it is refused', async () => {
    const log = await open()
    for (const number of countTo(5)) await log.append({ world: 'main', do: 'act', number })
    const { chain } = await log.head()
    await log.compact(3)
    await expect(log.read(2, 10)).rejects.toThrow(CompactedError)
    expect(positionsOf((await log.read(3, 10)).records)).toEqual([4, 5])
    await log.compact(5)
    expect(await log.head()).toMatchObject({ position: 5, chain })
    expect((await log.read(5, 10)).records).toEqual([])
    await expect(log.read(3, 10)).rejects.toThrow(CompactedError)
    const next = await log.append({ world: 'main', do: 'act', number: 6 })
    expect(next).toMatchObject({ position: 6 })
    expect((await log.read(5, 10)).records).toEqual([next])
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
    await engine.loseTail(sandbox, 2)
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

  test('an engine that does not respond leaves only appends open, and no call waits longer than 6 s', async () => {
    const log = await open()
    await log.append({ world: 'main', do: 'act', number: 1 })
    await engine.freeze()
    const began = performance.now()
    const outcomes = await Promise.allSettled([
      log.append({ world: 'main', do: 'act', number: 2 }),
      log.head(),
      log.read(0, 10),
    ])
    expect(performance.now() - began).toBeLessThan(6_000)
    const [append, ...reads] = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason : outcome.value,
    )
    expect(append).toBeInstanceOf(Error)
    expect(append.name).toMatch(/^(UnknownOutcomeError|EngineAwayError)$/)
    for (const error of reads) expect(error).toBeInstanceOf(EngineAwayError)
    await engine.thaw()
    await expect
      .poll(
        () =>
          log.head().then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    // The log is the authority on what happened; one that certainly had no effect has none.
    await sleep(100)
    const numbers = (await log.read(0, 10)).records.map(({ text }) => JSON.parse(text).number)
    expect(append instanceof UnknownOutcomeError ? [[1], [1, 2]] : [[1]]).toContainEqual(numbers)
    const next = await log.append({ world: 'main', do: 'act', number: 3 })
    expect(next).toMatchObject({ position: numbers.length + 1 })
  })

  test('a closed log refuses everything, and closing waits for no frozen engine', async () => {
    const log = await open()
    await log.follow(() => {})
    await engine.freeze()
    const began = performance.now()
    await log.close()
    await log.close()
    expect(performance.now() - began).toBeLessThan(2_000)
    await expect(log.head()).rejects.toThrow(EngineAwayError)
    await expect(log.append({ world: 'main', do: 'act' })).rejects.toThrow(EngineAwayError)
  })
}
