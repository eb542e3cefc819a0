import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faker } from '@faker-js/faker'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { applyDeltas, mergeDeltas, writeDelta } from '../../src/replicas/deltas/database-delta.ts'
import { imageParts, joinImage, writeImage } from '../../src/replicas/deltas/database-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-delta-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newPath = () => join(folder, `${files++}.sqlite`)

const tables = `
  CREATE TABLE numbered (seq INTEGER PRIMARY KEY, text TEXT, blob BLOB, number INTEGER) STRICT;
  CREATE UNIQUE INDEX numbered_by_text ON numbered (text);
  CREATE TABLE unnumbered (text TEXT NOT NULL, number INTEGER, UNIQUE (text)) STRICT;
  CREATE TABLE named (
    place TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, value TEXT, PRIMARY KEY (name, place)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE hashed (hash BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE loose (key TEXT PRIMARY KEY, any BLOB);
  CREATE INDEX loose_by_any ON loose (any);`

/** Everything in a database. */
function contentOf(path: string) {
  const db = new Database(path, { readonly: true })
  const schema = db
    .prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name')
    .all() as { name: string; sql: string }[]
  const rows = schema
    .filter(({ sql }) => sql.startsWith('CREATE TABLE'))
    .map(({ name, sql }) =>
      db
        .prepare(`SELECT ${sql.endsWith('ROWID') ? '' : 'rowid, '}* FROM ${name}`)
        .raw()
        .all(),
    )
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  return { schema, rows }
}

const texts = () =>
  faker.helpers.arrayElement([
    `0x${faker.string.hexadecimal({ length: 2 * faker.number.int(40), casing: 'lower', prefix: '' })}`,
    `0x${faker.string.hexadecimal({ length: 40, casing: 'mixed', prefix: '' })}`,
    `0x${faker.string.hexadecimal({ length: 9, casing: 'lower', prefix: '' })}`,
    `0x${faker.string.alphanumeric(10)}`,
    faker.lorem.words(),
    '0x',
    '',
  ])
const bytes = () => Buffer.from(faker.string.hexadecimal({ length: 16, prefix: '' }), 'hex')
const small = () => faker.number.int(30)
/** The same keys again and again, some in another spelling. */
const names = () => `0x${'aB'.repeat(small() % 12)}${faker.helpers.arrayElement(['cd', 'CD'])}`

/** Returns a file with the state that some changes of another one lead to. */
function changed(path: string, count: number): string {
  const target = newPath()
  copyFileSync(path, target)
  const db = new Database(target)
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values)
  db.exec('PRAGMA synchronous = OFF; BEGIN')
  for (let change = 0; change < count; change++)
    faker.helpers.arrayElement([
      () =>
        run(
          'INSERT OR REPLACE INTO numbered VALUES (?, ?, ?, ?)',
          ...[small(), texts(), bytes(), faker.helpers.arrayElement([null, small()])],
        ),
      () =>
        run('UPDATE OR IGNORE numbered SET text = ?, blob = NULL WHERE seq = ?', texts(), small()),
      () => run('DELETE FROM numbered WHERE seq = ?', small()),
      () => run('INSERT OR REPLACE INTO unnumbered VALUES (?, ?)', texts(), small()),
      () => run('DELETE FROM unnumbered WHERE rowid = ?', small()),
      () => run('INSERT OR REPLACE INTO named VALUES (?, ?, ?)', `${small()}`, names(), texts()),
      () => run('UPDATE named SET value = upper(value) WHERE place = ?', `${small()}`),
      () => run('DELETE FROM named WHERE place = ?', `${small()}`),
      () => run('INSERT OR IGNORE INTO hashed VALUES (?)', bytes()),
      () => run('DELETE FROM hashed WHERE hash IN (SELECT hash FROM hashed LIMIT 2)'),
      () => run('INSERT OR REPLACE INTO loose VALUES (?, ?)', texts(), texts()),
      () => run('INSERT OR REPLACE INTO loose VALUES (?, ?)', texts(), bytes()),
      () => run('DELETE FROM loose WHERE length(key) = ?', small()),
    ])()
  db.exec('COMMIT')
  db.close()
  return target
}

const deltaOf = (earlier: string | undefined, later: string, isBase = false) => {
  const target = newPath()
  const differs = writeDelta(
    earlier === undefined ? undefined : { path: earlier, isBase },
    later,
    target,
  )
  return { target, differs }
}

function applied(earlier: string | undefined, ...deltas: string[]) {
  const target = newPath()
  if (earlier !== undefined) copyFileSync(earlier, target)
  applyDeltas(deltas, target, { rebuildsIndexes: faker.datatype.boolean(), isLast: true })
  return contentOf(target)
}

/** Applies deltas to both files of the image of a state. */
function appliedToImage(earlier: string, ...deltas: string[]) {
  const [target, second] = imageParts.map((part) => {
    const path = newPath()
    writeImage(earlier, path, part)
    applyDeltas(deltas, path, { rebuildsIndexes: true, isLast: true, part })
    return path
  }) as [string, string]
  joinImage(target, second)
  return contentOf(target)
}

const empty = newPath()
new Database(empty).exec(tables).close()

test('a delta leads from any state to any other one, and so do two that are merged', () => {
  for (let seed = 1; seed <= 40; seed++) {
    faker.seed(seed)
    const first = changed(empty, faker.number.int(80))
    const second = changed(first, faker.number.int(40))
    const third = changed(second, faker.number.int(40))
    const [ofSecond, ofThird] = [deltaOf(first, second), deltaOf(second, third)]
    expect(applied(first, ofSecond.target)).toEqual(contentOf(second))
    expect(applied(first, ofSecond.target, ofThird.target)).toEqual(contentOf(third))
    expect(appliedToImage(first, ofSecond.target, ofThird.target)).toEqual(contentOf(third))
    const merged = newPath()
    mergeDeltas(ofSecond.target, ofThird.target, merged)
    expect(applied(first, merged)).toEqual(contentOf(third))
    const whole = deltaOf(undefined, second)
    expect(applied(undefined, whole.target)).toEqual(contentOf(second))
    const wholeMerged = newPath()
    mergeDeltas(whole.target, ofThird.target, wholeMerged)
    expect(applied(undefined, wholeMerged)).toEqual(contentOf(third))
    expect(deltaOf(third, third).differs).toBe(false)
  }
})

test('nine deltas at once and twenty in steps lead to the last state', () => {
  for (let seed = 1; seed <= 8; seed++) {
    faker.seed(seed)
    const states = [empty]
    for (let count = 0; count < 20; count++) states.push(changed(states.at(-1) ?? empty, 8))
    const deltas = states.slice(1).map((state, before) => deltaOf(states[before], state).target)
    const last = contentOf(states.at(-1) ?? empty)
    expect(applied(states[11], ...deltas.slice(11))).toEqual(last)
    const target = newPath()
    copyFileSync(empty, target)
    for (let first = 0; first < 20; first += 4)
      applyDeltas(deltas.slice(first, first + 4), target, {
        ...{ rebuildsIndexes: seed % 2 === 0, isLast: first === 16 },
      })
    expect(contentOf(target)).toEqual(last)
  }
})

test('a delta creates, changes and removes tables and indexes', () => {
  faker.seed(1)
  const first = changed(empty, 60)
  const second = newPath()
  copyFileSync(first, second)
  new Database(second)
    .exec(
      `DROP TABLE hashed; ALTER TABLE numbered ADD COLUMN more TEXT DEFAULT '0x1234567890';
       DROP INDEX loose_by_any; CREATE INDEX numbered_by_number ON numbered (number);
       CREATE TABLE log (seq INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
       INSERT INTO log VALUES (1, 'first')`,
    )
    .close()
  const third = changed(empty, 60)
  for (const [from, to] of [
    [first, second],
    [second, first],
    [second, third],
  ] as const) {
    expect(applied(from, deltaOf(from, to).target)).toEqual(contentOf(to))
    expect(appliedToImage(from, deltaOf(from, to).target)).toEqual(contentOf(to))
  }
  const merged = newPath()
  mergeDeltas(deltaOf(first, second).target, deltaOf(second, third).target, merged)
  expect(applied(first, merged)).toEqual(contentOf(third))
})

test('a delta over a base has the log whole: a migration reads it without the base', () => {
  const base = newPath()
  new Database(base)
    .exec(
      `CREATE TABLE log (seq INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
       INSERT INTO log VALUES (1, 'first');
       CREATE TABLE block (number INTEGER PRIMARY KEY) STRICT; INSERT INTO block VALUES (1)`,
    )
    .close()
  const later = newPath()
  copyFileSync(base, later)
  new Database(later)
    .exec("INSERT INTO log VALUES (2, 'second'); INSERT INTO block VALUES (2)")
    .close()
  const delta = deltaOf(base, later, true).target
  expect(applied(base, delta)).toEqual(contentOf(later))
  const [ofBlock, ofLog] = [
    [[2, 2]],
    [
      [1, 1, 'first'],
      [2, 2, 'second'],
    ],
  ]
  expect(applied(undefined, delta).rows).toEqual([ofBlock, ofLog])
})
