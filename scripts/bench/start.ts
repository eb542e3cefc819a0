import { median } from './numbers.ts'
import { type Server, startBare, startSnowglobe } from './process.ts'

/**
 * Processor time of a process from its start to its first 200, against that of a bare Fastify, in
 * turns.
 * @param main the command; its world has been built
 */
export async function startRatio(main: string, rounds: number): Promise<number> {
  const ratios: number[] = []
  // The first round reads the files into memory and does not count.
  for (let round = 0; round <= rounds; round++) {
    const snowglobe = await costOf(() => startSnowglobe(main, []))
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
