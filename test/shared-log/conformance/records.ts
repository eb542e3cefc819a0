import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chainAfter, emptyChain } from '../../../src/shared-log/chain.ts'
import { CompactedError } from '../../../src/shared-log/errors.ts'
import type { LogRecord } from '../../../src/shared-log/shared-log.ts'
import { countTo, type LogsUnderTest, positionsOf } from './logs-under-test.ts'

/** Declares tests of appending, reading and compacting records. */
export function testRecords(under: LogsUnderTest): void {
  const { open } = under

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
    const other = await open(`${under.sandbox}'; --`)
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
}
