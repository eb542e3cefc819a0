import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Every source file that may decide something. */
const files = ['src', 'schemas', 'fixtures'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

/** Ids with the files that cite them. */
const cited = new Map<string, string[]>()
for (const file of files)
  for (const [id] of readFileSync(join(root, file), 'utf8').matchAll(/\bG-\d+\b/g))
    cited.set(id, [...(cited.get(id) ?? []), file])

/** The rows of the tables: id, what is open, choice, reason, switch, state. */
const entries = readFileSync(join(root, 'docs/gaps.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| G-'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('every entry has an id of its own, what is open, a choice, a reason and a known state', () => {
  for (const [id, open, choice, reason, , state, ...rest] of entries) {
    expect(id).toMatch(/^G-\d{2,3}$/)
    for (const cell of [open, choice, reason]) expect(cell, id).not.toBe('')
    expect(['', 'to come', 'no code'], id).toContain(state)
    expect(rest).toEqual([])
  }
  expect(new Set(entries.map(([id]) => id)).size).toBe(entries.length)
})

test('the 18 places that the contract marks as open come first', () => {
  const text = readFileSync(join(root, 'docs/gaps.md'), 'utf8')
  const section = text.split(/^## /m)[1] ?? ''
  const ids = [...section.matchAll(/^\| (G-\d\d) /gm)].map(([, id]) => id)
  expect(ids).toEqual(Array.from({ length: 18 }, (_, i) => `G-${String(i + 1).padStart(2, '0')}`))
})

test('every id that the code cites is an entry', () => {
  const known = new Set(entries.map(([id]) => id))
  const unknown = [...cited].filter(([id]) => !known.has(id))
  expect(unknown).toEqual([])
})

test('every entry is cited by the code that decides, unless that is still to come', () => {
  const uncited = entries.filter(([id = '', , , , , state]) => state === '' && !cited.has(id))
  expect(uncited.map(([id, open]) => `${id} ${open}`)).toEqual([])
})
