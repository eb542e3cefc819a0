import { createHash } from 'node:crypto'
import { advance, openSimulatedWorld } from './simulated-world.ts'
import { digestsOf } from './simulation-in-memory.ts'

/**
 * Opens a small world, advances it ten days in two steps, and returns its id and digests. The
 * digests cover all rows before and after, its responses, and its log.
 */
export async function simulationDigests(seed: string): Promise<string[]> {
  const world = await openSimulatedWorld(4, 'small', seed)
  try {
    const digest = () => sha256(JSON.stringify([...digestsOf(world.all.bind(world))]))
    const before = digest()
    await advance(world, '3d')
    const passed = await advance(world, '7d')
    const log = world.all({ sql: 'SELECT * FROM log' }, {})
    return [world.id, before, digest(), sha256(JSON.stringify([passed, log]))]
  } finally {
    world.close()
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
