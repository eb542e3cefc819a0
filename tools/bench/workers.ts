import { load } from './load.ts'
import { median, table } from './numbers.ts'
import { type Server, startSnowglobe } from './process.ts'
import type { Work } from './works.ts'

/** Approximate seconds of one load. */
const loadSeconds = 1

/**
 * Compares the throughput of two readers beside the writer process with that of a single process.
 * It covers cached and uncached responses. The load comes from this machine, so on two cores they
 * share them with it.
 * @param main built file of the command; its world has been built
 */
export async function workersTable(
  main: string,
  works: readonly Work[],
  rounds: number,
): Promise<string> {
  const ways = [[], ['--cache-mb', '0']]
  const pairs: [alone: Server, shared: Server][] = []
  try {
    for (const flags of ways)
      pairs.push([
        await startSnowglobe(main, flags),
        await startSnowglobe(main, ['--workers', '2', ...flags]),
      ])
    const rows: string[][] = []
    for (const work of works) {
      const row = [work.name]
      for (const pair of pairs) row.push(await ratioOf(pair, work, rounds))
      rows.push(row)
    }
    return table(['throughput of two workers, times that of one', 'cached', 'cold'], rows)
  } finally {
    for (const server of pairs.flat()) await server.close()
  }
}

async function ratioOf(
  [alone, shared]: readonly [Server, Server],
  { hot, status }: Work,
  rounds: number,
): Promise<string> {
  let amount = 256
  for (let warming = 0; warming < 2; warming++) {
    await load(shared, [hot], amount, status)
    const { perSecond } = await load(alone, [hot], amount, status)
    amount = Math.max(64, Math.round(perSecond * loadSeconds))
  }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const one = await load(alone, [hot], amount, status)
    const two = await load(shared, [hot], amount, status)
    ratios.push(two.perSecond / one.perSecond)
  }
  return median(ratios).toFixed(2)
}
