import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createRandomStreams } from '../../src/simulator/random.ts'

/** Builds a world in a process of its own and prints what it answers. */
async function buildElsewhere(seed: string, timeZone: string): Promise<string> {
  const cache = mkdtempSync(join(tmpdir(), 'snowglobe-determinism-'))
  const script = `
    import { createHash } from 'node:crypto'
    const { createSnowglobe } = await import('./src/snowglobe.ts')
    const server = await createSnowglobe({ size: 'small', logLevel: 'silent', seed: ${JSON.stringify(seed)} })
    const hash = createHash('sha256')
    for (const url of ['/v1/chains', '/v1/chains/43114/blocks?pageSize=100', '/v1/chains/43113/blocks?pageSize=100', '/v1/avg_tps/43114'])
      hash.update((await server.inject(url)).rawPayload)
    console.log(server.fingerprint, hash.digest('hex'))
    await server.close()`
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { env: { ...process.env, TZ: timeZone, SNOWGLOBE_CACHE: cache } },
    )
    return stdout
  } finally {
    rmSync(cache, { recursive: true })
  }
}

test('one seed gives the same bytes in two processes and time zones, another seed others', async () => {
  const [first, elsewhere, other] = await Promise.all([
    buildElsewhere('one', 'UTC'),
    buildElsewhere('one', 'Asia/Kolkata'),
    buildElsewhere('two', 'UTC'),
  ])
  expect(first).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}\n$/)
  expect(elsewhere).toBe(first)
  expect(other.split(' ')[0]).not.toBe(first.split(' ')[0])
  expect(other.split(' ')[1]).not.toBe(first.split(' ')[1])
}, 120_000)

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
