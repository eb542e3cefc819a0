import { expect, test } from 'vitest'
import { cutIntoParts, getJson, putJson } from '../../src/shared-log/large-bodies.ts'
import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'
import { maxPartBytes } from '../../src/shared-log/shared-log.ts'

async function cut(...sizes: number[]) {
  const bytes = sizes.map((size, number) => Buffer.alloc(size, number + 1))
  const parts: Buffer[] = []
  for await (const part of cutIntoParts(bytes)) parts.push(part)
  expect(Buffer.concat(parts).equals(Buffer.concat(bytes))).toBe(true)
  return parts.map(({ length }) => length)
}

test('bytes are cut into parts of a mebibyte, wherever their chunks end', async () => {
  expect(maxPartBytes).toBe(2 ** 20)
  expect(await cut()).toEqual([])
  expect(await cut(3, 4)).toEqual([7])
  expect(await cut(2 ** 20)).toEqual([2 ** 20])
  expect(await cut(2 ** 20 - 1, 2)).toEqual([2 ** 20, 1])
  expect(await cut(5, 3 * 2 ** 20, 6)).toEqual([2 ** 20, 2 ** 20, 2 ** 20, 11])
})

test('a value that is larger than a part is stored and returned', async () => {
  const log = await new MemoryEngine().open('large')
  const value = { texts: Array.from({ length: 40_000 }, (_, number) => `${number} `.repeat(9)) }
  expect(JSON.stringify(value).length).toBeGreaterThan(2 ** 20)
  await putJson(log, 'name', value)
  expect(await getJson(log, 'name')).toEqual(value)
  await log.close()
})
