import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../../src/control/client/connect.ts'
import type { WorldMethods } from '../../src/control/client/control-methods.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { startServerProcess } from './command.ts'
import { violationsIn } from './violations-in.ts'

/** State after a server was killed during writes and started again. */
export interface AfterKill {
  /** Milliseconds of writing before the kill. */
  readonly after: number
  /** Acknowledged entries of the log; the next field counts the entries found afterwards. */
  readonly acknowledged: number
  readonly found: number
  readonly violations: number
  /** Names of acknowledged snapshots that are missing. */
  readonly lost: readonly string[]
}

/**
 * Kills a server with a persistent world repeatedly while it writes, and restarts it each time.
 * @param dataDir data directory of all runs
 * @param wish `longest`: maximum milliseconds of writing before a kill; `args`: more arguments of
 *   the command, whose world is the small one without
 */
export async function* killAnywhere(
  dataDir: string,
  wish: {
    readonly kills: number
    readonly seed: string
    readonly maxMs: number
    readonly args?: readonly string[]
  },
): AsyncGenerator<AfterKill> {
  const { kills, seed, maxMs } = wish
  const random = createRandomStreams(seed).stream('kills')
  const args = ['--data-dir', dataDir, ...(wish.args ?? [])]
  let server = await startServerProcess(args)
  let before = 0
  for (let kill = 0; kill < kills; kill++) {
    const after = random.int(0, maxMs)
    const writing = write(connect(server.url), kill)
    await wait(after)
    server.child.kill('SIGKILL')
    await server.ended
    const { head, saved } = await writing
    server = await startServerProcess(args)
    const world = connect(server.url)
    const [{ head: found, now }, { snapshots }] = await Promise.all([
      world.world(),
      world.snapshots.list(),
    ])
    const violations = violationsIn(dataDir, now)
    const names = snapshots.map(({ name }) => name)
    const lost = saved.filter((name) => !names.includes(name))
    yield { after, acknowledged: Math.max(before, head), found, violations, lost }
    before = found
  }
  server.child.kill('SIGKILL')
  await server.ended
}

/** Writes until the server stops responding. @returns acknowledged writes */
async function write(world: WorldMethods, round: number) {
  const saved: string[] = []
  let head = 0
  for (let attempt = 0; ; attempt++)
    try {
      const kind = attempt % 4
      if (kind === 0) ({ head } = await world.clock.advance('30m'))
      else if (kind === 1) ({ head } = await world.clock.advance('6h'))
      else if (kind === 2) ({ head } = await world.act(gift))
      else saved.push((await world.snapshots.save(`kill-${round}-${attempt}`)).name)
    } catch {
      return { head, saved }
    }
}

const gift = {
  do: 'fund',
  to: 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
  chain: 'P',
  amount: '1',
} as const
