import { loadFastKeccak } from '../../formats/keccak.ts'

/**
 * Loads the simulation, which many servers never need. Its modules compute the selectors of
 * functions and events: without the fast hash that takes 20 ms.
 */
export async function loadSimulation(): Promise<typeof import('../../simulator/simulation.ts')> {
  await loadFastKeccak()
  return await import('../../simulator/simulation.ts')
}
