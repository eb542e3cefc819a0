import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../../src/control/client/connect.ts'
import { startServerProcess, stopCommands } from '../../support/command.ts'

afterAll(stopCommands)

const worlds = Array.from({ length: 40 }, (_, i) => `w${i}`)

/** Databases of named worlds that a process has open. */
function openIn(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`
  const paths = readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(join(folder, fd))
    } catch {
      // Closed meanwhile.
      return ''
    }
  })
  return new Set(paths.filter((path) => /\/w\d+\/\w+\.sqlite$/.test(path)))
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test.runIf(process.platform === 'linux')(
  'of worlds that are all at work at once few are open, and memory grows with those alone',
  async () => {
    const { child, url } = await startServerProcess(['--journal', '0'])
    const pid = child.pid ?? 0
    // Each begins with a copy of the default world, which rests with it.
    await connect(url).clock.advance('1h')
    for (const name of worlds) await connect(url).worlds.create(name, { from: 'default' })
    expect(openIn(pid).size).toBeLessThanOrEqual(16)
    const before = residentMb(pid)

    const heads = await Promise.all(
      worlds.map(async (name) => {
        const world = connect(url, { world: name })
        for (const chain of ['P', 'X', 'C'] as const)
          await world.act({ do: 'fund', to: 'alice', chain, amount: '1' })
        return (await world.clock.advance('1h')).head
      }),
    )
    expect(heads).toEqual(worlds.map(() => 5))
    expect([...openIn(pid)].filter((path) => path.endsWith('world.sqlite'))).toHaveLength(16)
    expect([...openIn(pid)].filter((path) => path.endsWith('origin.sqlite'))).toEqual([])
    expect(residentMb(pid) - before).toBeLessThan(3 * worlds.length)
  },
)
