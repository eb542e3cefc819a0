import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EngineAwayError, UnknownOutcomeError } from '../../../src/shared-log/errors.ts'
import type { LogsUnderTest } from './logs-under-test.ts'

/** Declares tests of an engine that does not respond, and of a closed log. */
export function testFailures({ engine, open }: LogsUnderTest): void {
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
