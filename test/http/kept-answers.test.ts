import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeptAnswers, jsonPieces } from '../../src/http/kept-answers.ts'
import type { World } from '../../src/world/world.ts'

/** As much of a world as names an answer. */
const worldAt = (revision: number, second: number) => {
  const state = { revision, second }
  const world = {
    get revision() {
      return state.revision
    },
    tokenClock: { nowSeconds: () => state.second },
  } as World
  return { world, state }
}
const textOf = (body: readonly Uint8Array[] | undefined) => body && Buffer.concat(body).toString()
const megabyte = 1_000_000

test('the pieces of an answer are its JSON, whatever is in it', () => {
  const answer = fc.dictionary(
    fc.string({ unit: 'grapheme' }),
    fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.array(fc.jsonValue())),
  )
  fc.assert(
    fc.property(fc.oneof(answer, fc.jsonValue()), (value) => {
      expect(jsonPieces(value).join('')).toBe(JSON.stringify(value))
    }),
  )
})

test('an answer is found again byte for byte, under its own question alone', () => {
  const { world } = worldAt(0, 0)
  const kept = createKeptAnswers(megabyte)
  const short = { next: 'é€💥', items: [{ a: 1 }, { b: 'ü' }] }
  const long = { ...short, items: Array.from({ length: 999 }, (_, i) => ({ i, text: 'ß€x' })) }
  const answers = [short, long, []]
  for (const [i, answer] of answers.entries()) {
    const key = kept.keyOf(world, `documented /v1/things/${i}`)
    expect(kept.find(key)).toBeUndefined()
    expect(textOf(kept.keep(key, answer))).toBe(JSON.stringify(answer))
    for (let again = 0; again < 3; again++)
      expect(textOf(kept.find(key)?.body)).toBe(JSON.stringify(answer))
  }
  expect(kept.find(kept.keyOf(world, 'live /v1/things/0'))).toBeUndefined()
})

test('a change of the world, another second of its clock and another world end an answer', () => {
  const { world, state } = worldAt(3, 10)
  const kept = createKeptAnswers(megabyte)
  const find = (of: World) => textOf(kept.find(kept.keyOf(of, '/'))?.body)
  kept.keep(kept.keyOf(world, '/'), 'first')
  expect(find(worldAt(3, 10).world)).toBeUndefined()
  expect(find(world)).toBe('"first"')
  state.second = 11
  expect(find(world)).toBeUndefined()
  kept.keep(kept.keyOf(world, '/'), 'second')
  state.revision = 4
  expect(find(world)).toBeUndefined()
  state.revision = 3
  state.second = 10
  // A moment that comes again is another one: nobody knows what was between.
  expect(find(world)).toBeUndefined()
})

test('what is asked for stays, what is not asked for goes, and the store stays within its bound', () => {
  const { world } = worldAt(0, 0)
  const kept = createKeptAnswers(10_000)
  const keyOf = (question: string) => kept.keyOf(world, question)
  kept.keep(keyOf('often'), { items: ['x'.repeat(100), 'y'.repeat(100)] })
  for (let i = 0; i < 100; i++) {
    kept.keep(keyOf(`once ${i}`), 'z'.repeat(100) + i)
    expect(textOf(kept.find(keyOf('often'))?.body)).toContain('xxx')
  }
  const found = Array.from({ length: 100 }, (_, i) => i).filter((i) =>
    kept.find(keyOf(`once ${i}`)),
  )
  // Each takes more than 300 bytes, with its text, its bytes and its key.
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(10_000 / 300)
  expect(found.at(-1)).toBe(99)
})

test('a part is made once, and again when the world has changed', () => {
  const { world, state } = worldAt(0, 0)
  const kept = createKeptAnswers(megabyte)
  const part = (text: string) =>
    Buffer.from(kept.part(world, 'containers', () => Buffer.from(text))).toString()
  expect(part('first')).toBe('first')
  expect(part('second')).toBe('first')
  state.revision = 1
  expect(part('third')).toBe('third')
})

test('pages that overlap share what they have in common', () => {
  const { world } = worldAt(0, 0)
  const items = Array.from({ length: 300 }, (_, i) => ({ i, text: 'x'.repeat(500) }))
  const pages = Array.from({ length: 200 }, (_, from) => items.slice(from, from + 100))
  // By themselves the pages take 10 MB.
  const kept = createKeptAnswers(2 * megabyte)
  pages.forEach((page, i) => {
    kept.keep(kept.keyOf(world, `${i}`), { items: page })
  })
  expect(pages.every((_, i) => kept.find(kept.keyOf(world, `${i}`)))).toBe(true)
})
