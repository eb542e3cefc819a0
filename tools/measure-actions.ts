/**
 * Measures the cost of actions, in processor time (user and system). It compares a transfer with a
 * plain insert of the same rows. It also measures a reset with the first response after it, and the
 * memory of unwritten worlds.
 * npx tsx tools/measure-actions.ts [--transfers 200] [--worlds 100] [--size medium]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'better-sqlite3'
import { type PrimaryChain, primaryChains } from '../src/networks/primary-chain.ts'
import { createSnowglobe, type Snowglobe } from '../src/snowglobe.ts'
import { monotonicMs, processorMs } from '../src/time/clock.ts'
import { median } from './bench/numbers.ts'

const { values } = parseArgs({
  options: {
    transfers: { type: 'string', default: '200' },
    worlds: { type: 'string', default: '100' },
    size: { type: 'string', default: 'medium' },
  },
})
const [transfers, worlds] = [Number(values.transfers), Number(values.worlds)]
const print = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-measure-'))
const server = await createSnowglobe({
  size: values.size === 'small' ? 'small' : 'medium',
  ...{ dataDir: folder, pace: 0, logLevel: 'error', maxWorlds: worlds },
})
try {
  print(`size ${values.size}, load ${loadavg()[0]?.toFixed(1)}`)
  await memoryOfWorlds()
  for (const chain of primaryChains) await costOfTransfers(chain)
  await costOfReset()
} finally {
  await server.close()
  rmSync(folder, { recursive: true })
}

async function memoryOfWorlds(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    return { resident: rss, objects: heapUsed + external }
  }
  await firstResponse(server)
  const before = used()
  for (let number = 0; number < worlds; number++) {
    await server.worlds.create(`w${number}`)
    await firstResponse(server, { 'x-snowglobe-world': `w${number}` })
  }
  const after = used()
  const each = (kind: keyof typeof before) =>
    ((after[kind] - before[kind]) / worlds / 2 ** 20).toFixed(2)
  const { worlds: listed } = await server.worlds.list()
  const bytes = listed.reduce((sum, world) => sum + world.bytes, 0)
  print(
    `${worlds} unwritten worlds: ${each('objects')} MB of objects and ${each('resident')} MB resident each, ${bytes} bytes of files`,
  )
  for (let number = 0; number < worlds; number++) await server.worlds.remove(`w${number}`)
}

async function costOfTransfers(chain: PrimaryChain): Promise<void> {
  const transfer = { do: 'transfer', from: 'alice', to: 'bob', chain, amount: '0.25' } as const
  const first = await processorTime(() => server.act(transfer))
  for (let number = 0; number < 30; number++) await server.act(transfer)
  const before = copy(`before-${chain}`)
  const times: number[] = []
  for (let number = 0; number < transfers; number++)
    times.push(await processorTime(() => server.act(transfer)))
  const { rows, ms } = insertAgain(before, copy(`after-${chain}`))
  const mean = times.reduce((sum, each) => sum + each, 0) / transfers
  print(
    `a transfer on ${chain}: ${median(times).toFixed(2)} ms median, ${mean.toFixed(2)} ms mean ` +
      `(the first ${first.toFixed(0)} ms); a plain insert of its ${rows.toFixed(1)} rows: ${ms.toFixed(2)} ms`,
  )
}

/** Copies the world's own file in its current state. */
function copy(name: string): string {
  const path = join(folder, `${name}.copy`)
  const own = new Database(join(folder, 'worlds/default/world.sqlite'), { readonly: true })
  own.exec(`VACUUM INTO '${path}'`)
  own.close()
  return path
}

/**
 * Inserts the rows that one file has and another lacks, in as many transactions as created them.
 */
function insertAgain(before: string, after: string): { rows: number; ms: number } {
  const db = new Database(before)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF')
  db.exec(`ATTACH '${after}' AS later`)
  const tables = db.prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`).pluck()
  const inserts = (tables.all() as string[]).flatMap((table) => {
    const made = db
      .prepare(`SELECT * FROM later."${table}" EXCEPT SELECT * FROM main."${table}"`)
      .raw()
      .all() as unknown[][]
    const places = made[0]?.map(() => '?').join()
    return places === undefined
      ? []
      : [{ made, insert: db.prepare(`INSERT OR REPLACE INTO main."${table}" VALUES (${places})`) }]
  })
  const start = processorMs()
  for (let number = 0; number < transfers; number++)
    db.transaction(() => {
      for (const { made, insert } of inserts)
        for (let place = number; place < made.length; place += transfers)
          insert.run(...(made[place] ?? []))
    })()
  const ms = processorMs() - start
  db.close()
  const rows = inserts.reduce((sum, { made }) => sum + made.length, 0)
  return { rows: rows / transfers, ms: ms / transfers }
}

async function costOfReset(): Promise<void> {
  const [elapsed, processor]: [number[], number[]] = [[], []]
  for (let round = 0; round < 20; round++) {
    await server.act({ do: 'fund', to: 'bob', chain: 'C', amount: '1' })
    const start = monotonicMs()
    processor.push(
      await processorTime(async () => {
        await server.reset()
        await firstResponse(server)
      }),
    )
    elapsed.push(monotonicMs() - start)
  }
  print(
    `a reset with the first answer after it: ${median(elapsed).toFixed(1)} ms, ` +
      `${median(processor).toFixed(1)} ms of processor time, at most ${Math.max(...elapsed).toFixed(1)} ms`,
  )
}

async function firstResponse(of: Snowglobe, headers: Record<string, string> = {}): Promise<void> {
  const { statusCode } = await of.inject({ url: '/v1/chains/43114/blocks', headers })
  if (statusCode !== 200) throw new Error(`an answer with ${statusCode}`)
}

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const start = processorMs()
  await work()
  return processorMs() - start
}
