import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'
import { declaredStatements } from '../../src/store/statement.ts'
import { tables } from '../../src/store/tables.ts'
import { type Columns, mutantsOf, type SqlMutant } from './sql-mutants.ts'

/*
 * Mutates the statements of the four interfaces, whose text Stryker cannot read. Each mistake is
 * inserted when a test prepares the statement, and the tests that prepare it have to notice.
 * `--sample 0.3 --seed snow` draws a share, `--again FILE` leaves out those that an older report
 * has as killed, `--list` only lists.
 */

const { values: options } = parseArgs({
  options: {
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'snowglobe' },
    again: { type: 'string' },
    list: { type: 'boolean', default: false },
    out: { type: 'string', default: 'reports/mutation/statements.json' },
  },
})

const print = (line: string) => process.stdout.write(`${line}\n`)
const root = join(import.meta.dirname, '../..')
for (const folder of ['data', 'info', 'metrics', 'container-index'])
  for (const name of readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts')) await import(join(root, 'src', folder, name))

const db = new Database(':memory:')
db.exec(tables)
const columns: Columns = new Map(
  (
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  ).map(({ name }) => {
    const found = db.prepare(`PRAGMA table_info(${name})`).all() as { name: string; type: string }[]
    return [name, new Map(found.map((column) => [column.name, column.type]))]
  }),
)

const all = [...new Set(declaredStatements().map(({ sql }) => sql))]
  .flatMap((sql) => mutantsOf(sql, columns))
  .filter(({ mutated }) => isValid(mutated))
const older: { mutated: string; status: string }[] =
  options.again === undefined ? [] : JSON.parse(readFileSync(options.again, 'utf8'))
const caught = new Set(
  older.filter(({ status }) => status === 'killed').map(({ mutated }) => mutated),
)
const drawn = all.filter(
  (mutant) => lotOf(mutant) < Number(options.sample) && !caught.has(mutant.mutated),
)
print(`${drawn.length} of ${all.length} mutants, seed ${options.seed}`)
if (options.list) for (const { kind, change } of drawn) print(`${kind}: ${change}`)
else await run(drawn)

function reasonOf(file: TestModule): string {
  const [error] = [...file.errors(), ...[...file.children.allTests('failed')].flatMap(errorsOf)]
  return `${file.relativeModuleId}: ${error?.message}`
}

function errorsOf(test: TestCase): readonly { readonly message: string }[] {
  return test.result().errors ?? []
}

function isValid(sql: string): boolean {
  try {
    db.prepare(sql)
    return true
  } catch {
    return false
  }
}

function lotOf({ sql, mutated }: SqlMutant): number {
  const text = JSON.stringify([options.seed, sql, mutated])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48
}

async function run(mutants: readonly SqlMutant[]): Promise<void> {
  const vitest = await createVitest('test', {
    root,
    config: 'vitest.mutation.config.ts',
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
    pool: 'threads',
  })
  for (const project of vitest.projects)
    project.config.setupFiles.push(join(import.meta.dirname, 'swap-statement.ts'))

  vitest.provide('swap', null)
  const first = await vitest.start()
  const preparedBy = first.testModules.map((file) => ({
    file: file.moduleId,
    prepared: new Set(file.meta().prepared),
  }))
  const failing = first.testModules.filter((file) => !file.ok())
  if (failing.length > 0) throw new Error(`fail by themselves: ${failing.map(reasonOf).join('; ')}`)
  print(`${preparedBy.length} test files`)

  vitest.config.bail = 1
  for (const project of vitest.projects) project.config.bail = 1
  const results: (SqlMutant & { status: string; noticedBy: string })[] = []
  for (const mutant of mutants) {
    const files = preparedBy.filter(({ prepared }) => prepared.has(mutant.sql))
    vitest.provide('swap', { sql: mutant.sql, mutated: mutant.mutated })
    vitest.state.filesMap.clear()
    const { testModules } =
      files.length > 0
        ? await vitest.runTestSpecifications(
            files.flatMap(({ file }) => vitest.getModuleSpecifications(file)),
          )
        : { testModules: [] as TestModule[] }
    const failed = testModules.find((file) => !file.ok())
    const status = files.length === 0 ? 'no coverage' : failed ? 'killed' : 'survived'
    results.push({ ...mutant, status, noticedBy: failed?.relativeModuleId ?? '' })
    const done = `${results.length}/${mutants.length}`
    if (status !== 'killed') print(`${done} ${status} ${mutant.kind}: ${mutant.change}`)
    else if (results.length % 25 === 0) print(done)
    mkdirSync(dirname(options.out), { recursive: true })
    writeFileSync(options.out, JSON.stringify(results, null, 1))
  }
  const killed = results.filter(({ status }) => status === 'killed').length
  print(`${killed} of ${results.length} killed`)
  await vitest.close()
}
