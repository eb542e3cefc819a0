import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './numbers.ts'
import { type Server, startBare, startSnowglobe } from './process.ts'

/**
 * Measures the processor time of a process from its start to its first 200, relative to a bare
 * Fastify, in turns.
 * @param main built file of the command; its world has been built, or is packed beside it
 * @param isFirst whether each start is the first one of a machine, without built worlds
 */
export async function startRatio(main: string, rounds: number, isFirst: boolean): Promise<number> {
  const start = isFirst ? firstStart : startSnowglobe
  const ratios: number[] = []
  // The first round reads the files into memory and does not count.
  for (let round = 0; round <= rounds; round++) {
    const snowglobe = await costOf(() => start(main, []))
    const bare = await costOf(() => startBare('fastify'))
    if (round > 0) ratios.push(snowglobe / bare)
  }
  return median(ratios)
}

async function costOf(start: () => Promise<Server>): Promise<number> {
  const server = await start()
  const response = await fetch(`${server.url}/v1/health-check`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${server.url}: ${response.status}`)
  const { cpuMicroseconds } = await server.usage()
  await server.close()
  return cpuMicroseconds
}

async function firstStart(main: string, flags: readonly string[]): Promise<Server> {
  const cache = mkdtempSync(join(tmpdir(), 'snowglobe-bench-'))
  const server = await startSnowglobe(main, flags, { SNOWGLOBE_CACHE: cache })
  return {
    ...server,
    async close() {
      await server.close()
      rmSync(cache, { recursive: true })
    },
  }
}
