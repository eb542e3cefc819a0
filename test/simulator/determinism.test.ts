import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { bundled } from '../support/built-sources.ts'
import { simulationDigests } from '../support/simulation-digests.ts'

/** Result of {@link simulationDigests} in a process of its own, which builds the world for itself. */
async function liveElsewhere(seed: string, timeZone: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-determinism-'))
  const script = `
    const { simulationDigests } = await import(${JSON.stringify(bundled('digests-of-life'))})
    console.log((await simulationDigests(${JSON.stringify(seed)})).join(' '))`
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { ...process.env, TZ: timeZone, SNOWGLOBE_CACHE: folder, TMPDIR: folder } },
    )
    return stdout.trim().split(' ')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('one seed and log give the same bytes in two processes and time zones, another seed others', async () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [first, elsewhere, other] = await Promise.all([
    simulationDigests('snowglobe'),
    liveElsewhere('snowglobe', here === 'Asia/Kolkata' ? 'UTC' : 'Asia/Kolkata'),
    simulationDigests('other'),
  ])
  expect(first).toHaveLength(4)
  for (const digest of first) expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(first[1]).not.toBe(first[2])
  expect(elsewhere).toEqual(first)
  expect(other.filter((digest) => first.includes(digest))).toEqual([])
})

test('a stream depends on the seed and its name alone', () => {
  const draw = (seed: string, name: string, before: string[] = []) => {
    const streams = createRandomStreams(seed)
    for (const other of before) streams.stream(other).int(0, 9)
    return Array.from({ length: 20 }, streams.stream(name).int.bind(null, 0, 1_000_000))
  }
  expect(draw('a', 'x')).toEqual(draw('a', 'x', ['y', 'z']))
  expect(draw('a', 'x')).not.toEqual(draw('a', 'y'))
  expect(draw('a', 'x')).not.toEqual(draw('b', 'x'))
})

test('numbers of a stream stay within their bounds', () => {
  const random = createRandomStreams('bounds').stream('any')
  for (let i = 0; i < 1000; i++) {
    expect(random.int(3, 5)).toBeOneOf([3, 4, 5])
    const big = random.bigint(10n ** 20n, 10n ** 20n + 9n)
    expect(big >= 10n ** 20n && big <= 10n ** 20n + 9n).toBe(true)
  }
  expect(() => random.int(5, 3)).toThrow(RangeError)
})
