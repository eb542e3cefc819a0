/**
 * Measures the cost to build a world, to open its simulation and to advance it. The figures are
 * medians of processor time (user and system) and peak memory. Each round has fresh processes, and
 * the compared versions of the project take turns. Needs `npm run build` in each of them.
 * npx tsx tools/measure-simulation.ts [--rounds 5] [--times 1] [--beside FOLDER]
 *
 * The option `--times N` is a world of N times the blocks, `--beside` a checkout of another
 * version.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { WorldDefinition } from '../schemas/definition/world.ts'
import { daySeconds } from '../src/time/time-units.ts'
import { median } from './bench/numbers.ts'

/** Seconds, milliseconds and megabytes by their subject. */
type Costs = Readonly<Record<string, number>>

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    times: { type: 'string', default: '1' },
    beside: { type: 'string' },
    /**
     * Arguments of the process that measures a simulation: its version of the project, cache and
     * definition.
     */
    simulate: { type: 'string', multiple: true },
  },
})
/** Background blocks per day and chain: calm. */
const pace = 4
const print = (line: string) => process.stdout.write(`${line}\n`)

if (values.simulate) print(JSON.stringify(await live(values.simulate)))
else {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-measure-'))
  try {
    compare(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compare(folder: string): void {
  const states = ['.', ...(values.beside ? [values.beside] : [])].map((root) => {
    const fixtures = join(folder, 'world.json')
    writeFileSync(fixtures, JSON.stringify(timesAsLarge(definitionOf(root))))
    return { root: resolve(root), fixtures, costs: [] as Costs[] }
  })
  for (let round = 0; round < Number(values.rounds); round++)
    for (const { root, fixtures, costs } of states) {
      const cache = mkdtempSync(join(folder, 'cache-'))
      costs.push({ ...build(root, cache, fixtures), ...simulate(root, cache, fixtures) })
      rmSync(cache, { recursive: true })
    }
  print(`${values.times} × default, ${values.rounds} rounds, load ${loadavg()[0]?.toFixed(1)}`)
  for (const { root, costs } of states)
    for (const name of Object.keys(costs[0] ?? {}))
      print(`${root}: ${name}: ${median(costs.map((each) => each[name] ?? Number.NaN)).toFixed(2)}`)
}

function definitionOf(root: string): WorldDefinition {
  return JSON.parse(run(root, ['dist/bin/main.js', 'definition']).stdout)
}

function timesAsLarge(definition: WorldDefinition): WorldDefinition {
  const larger = ({ small, medium }: { small: number; medium: number }) => ({
    small,
    medium: medium * Number(values.times),
  })
  const { primary, evmChains } = definition
  const { platform, exchange } = primary.blocks
  return {
    ...definition,
    primary: { ...primary, blocks: { platform: larger(platform), exchange: larger(exchange) } },
    evmChains: evmChains.map((chain) => ({ ...chain, blocks: larger(chain.blocks) })),
  }
}

/** Runs the command as users do; its process prints its resource usage at its end. */
function build(root: string, cache: string, fixtures: string): Costs {
  const note = `process.on('exit', () => process.stdout.write(JSON.stringify(process.resourceUsage())))`
  const { stdout } = run(
    root,
    [
      '--import',
      `data:text/javascript,${note}`,
      'dist/bin/main.js',
      'build',
      '--definition',
      fixtures,
    ],
    { SNOWGLOBE_CACHE: cache },
  )
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stdout) as NodeJS.ResourceUsage
  return { 'build, s': (userCPUTime + systemCPUTime) / 1e6, 'build, MB': maxRSS / 1024 }
}

function simulate(root: string, cache: string, fixtures: string): Costs {
  const args = ['--import', 'tsx', import.meta.filename]
  for (const value of [root, cache, fixtures]) args.push('--simulate', value)
  return JSON.parse(run('.', args).stdout)
}

async function live([root = '', cache = '', fixtures = '']: readonly string[]): Promise<Costs> {
  const load = (module: string) => import(join(root, 'dist/src', module))
  const { openCachedBase }: typeof import('../src/world/base-cache/cache.ts') = await load(
    'world/base-cache/cache.js',
  )
  const { makeWorldDatabase }: typeof import('../src/world/storage/make-world-database.ts') =
    await load('world/storage/make-world-database.js')
  const { WritableWorld }: typeof import('../src/world/storage/writable-world.ts') = await load(
    'world/storage/writable-world.js',
  )
  // The engine is loaded as in the command; a compared version may not have it.
  const engine: typeof import('../src/world/engine.ts') | undefined = await load(
    'world/engine.js',
  ).catch(() => undefined)
  engine?.ownEngine()
  // The simulator is loaded first, or its loading at the first change would count as simulation.
  await load('simulator/simulation.js')
  const definition: WorldDefinition = JSON.parse(readFileSync(fixtures, 'utf8'))
  const base = await openCachedBase([cache], { definition, seed: 'snowglobe', size: 'medium' })
  const clock = { mode: 'frozen', now: definition.now, rate: 1, pace } as const
  const path = join(cache, 'own.sqlite')
  makeWorldDatabase(base.file, path, false, {
    start: base.meta.id,
    definition,
    clock,
    isEntryClosed: true,
  })
  const world = new WritableWorld(path, false, { clockAt: () => clock, committed() {} })
  const seconds = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const advanceTo = (days: number) =>
    seconds(() => {
      const advance = () =>
        world.advance({
          toMs: Date.parse(definition.now) + days * daySeconds * 1000,
          pace,
          by: 'request',
          isStopped: () => false,
        })
      return engine ? engine.deferJit(advance) : advance()
    })

  const resume = await seconds(async () => {
    const simulate = await world.simulation(pace)
    simulate.nextTime()
  })
  const month = await advanceTo(30)
  const rest = await advanceTo(365)
  world.close()
  base.close()
  return {
    'resume, ms': resume * 1000,
    '30 days, s': month,
    'a year, s': month + rest,
    'a year, MB': process.resourceUsage().maxRSS / 1024,
  }
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const done = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  })
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`)
  return done
}
