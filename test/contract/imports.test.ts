import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../support/source-files.ts'

/** Imports point up this list: a line may import itself and the lines before it. */
const order = [
  // Plain facts and helpers, used by all.
  ['src/util/', 'src/networks/'],
  ['src/time/'],
  ['src/shared-log/'],
  ['src/config/'],
  ['schemas/'],
  ['fixtures/'],
  ['src/formats/'],
  ['src/evm/'],
  ['src/definition/'],
  ['src/store/'],
  // Before the simulator: what proves a world must not know who made it.
  ['src/check/'],
  ['src/simulator/'],
  ['src/world/'],
  ['src/accounts/'],
  ['src/webhooks/'],
  ['src/http/'],
  ['src/json-rpc/'],
  [
    'src/data/',
    'src/metrics/',
    'src/info/',
    'src/container-index/',
    'src/chain-api/',
    'src/control/',
    'src/images/',
  ],
  ['src/replicas/'],
  ['src/operations.ts'],
  ['src/app.ts'],
  ['src/types.ts'],
  ['src/open-snowglobe.ts'],
  ['src/snowglobe.ts'],
  ['src/testing/', 'src/workers/'],
  ['src/cli/'],
  ['src/main.ts'],
]

const files = sourceFiles('schemas', 'fixtures', 'src')

/** Every import of our own files, also of types and also `import()`. */
const imports = files.flatMap((file) =>
  ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from: file, to: join(dirname(file), fileName) })),
)

const isIn = (file: string, part: string) =>
  part.endsWith('/') ? file.startsWith(part) : file === part
const lineOf = (file: string) => order.findIndex((parts) => parts.some((part) => isIn(file, part)))
const partOf = (file: string) => order.flat().find((part) => isIn(file, part))
const visible = (found: typeof imports) => found.map(({ from, to }) => `${from} imports ${to}`)

test('every source file has its place in the order', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(files.filter((file) => lineOf(file) === -1)).toEqual([])
})

test('docs/architecture.md has the folders in this order', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, table = ''] = page.split('| Layer | Holds |\n|---|---|\n')
  const lines = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|')[1] ?? '')
  const folders = lines.flatMap((line) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder),
  )
  expect(folders).toEqual(order.flat())
})

test('imports point up the order', () => {
  expect(visible(imports.filter(({ from, to }) => lineOf(to) > lineOf(from)))).toEqual([])
})

test('interfaces do not import each other, nor do the parts of any other line', () => {
  const isSideways = ({ from, to }: (typeof imports)[number]) =>
    lineOf(to) === lineOf(from) && partOf(to) !== partOf(from)
  expect(visible(imports.filter(isSideways))).toEqual([])
})

test('no file imports itself by way of others', () => {
  const ways = new Map(
    files.map((from) => [from, imports.filter((found) => found.from === from).map(({ to }) => to)]),
  )
  // Whatever imports nothing that is left can be taken away; what stays is in a circle or needs one.
  for (let before = -1; before !== ways.size; ) {
    before = ways.size
    for (const [file, targets] of ways)
      if (!targets.some((target) => ways.has(target))) ways.delete(file)
  }
  expect([...ways.keys()]).toEqual([])
})

test('fixtures are read as one definition, in src by the room of definitions alone', () => {
  const parts = imports.filter(
    ({ from, to }) => to.startsWith('fixtures/') && !from.startsWith('fixtures/'),
  )
  expect(visible(parts)).toEqual([
    'src/definition/fitting-definition.ts imports fixtures/empty-world.ts',
    'src/definition/world-definition.ts imports fixtures/default-world.ts',
    'src/definition/world-definition.ts imports fixtures/empty-world.ts',
  ])
})

/** Imports that load a module when the importing one loads: neither types nor `import()`. */
const loadedBy = new Map(
  files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
    const names = statements.flatMap((statement) =>
      (ts.isImportDeclaration(statement) && !statement.importClause?.isTypeOnly) ||
      (ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.moduleSpecifier)
        ? [(statement.moduleSpecifier as ts.StringLiteral).text]
        : [],
    )
    return [
      file,
      names.map((name) => (name.startsWith('.') ? join(dirname(file), name) : name)),
    ] as const
  }),
)

const graphOf = (...entries: string[]): Set<string> => {
  const found = new Set(entries)
  for (const file of found) for (const target of loadedBy.get(file) ?? []) found.add(target)
  return found
}

test('a server without replicas loads neither the shared log nor its client', () => {
  const graph = [...graphOf('src/main.ts', 'src/snowglobe.ts', 'src/cli/commands/start.ts')]
  expect(graph).toContain('src/open-snowglobe.ts')
  expect(graph.filter((file) => /^pg$|^src\/(shared-log|replicas)\//.test(file))).toEqual([])
})

test('the client of PostgreSQL is loaded where a log is opened, and by nothing else', () => {
  expect(files.filter((file) => loadedBy.get(file)?.includes('pg'))).toEqual([])
  const late = files.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes("import('pg')"),
  )
  expect(late).toEqual(['src/shared-log/postgres/postgres-log.ts'])
})
