import { createSnowglobe } from '../src/snowglobe.ts'
import { recomputeMetrics } from './recompute/recompute.ts'

// Recomputes every metric of the Metrics API from transactions, stakes and messages fetched over
// HTTP, and reports differences:
// tsx tools/recompute-metrics.ts [URL of a server]

const [, , given] = process.argv
const server = given === undefined ? await createSnowglobe({ logLevel: 'error' }) : undefined
const url = given ?? server?.url ?? ''

const compared = await recomputeMetrics(async (path) => {
  const response = await fetch(new URL(path, url))
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<Record<string, unknown>>
})
await server?.close()
const different = compared.filter(({ served, recomputed }) => served !== recomputed)
for (const { label, served, recomputed } of different.slice(0, 20))
  process.stdout.write(`${label}: ${served}, recomputed ${recomputed}\n`)
process.stdout.write(`${compared.length} values, ${different.length} of them differ\n`)
process.exitCode = different.length === 0 ? 0 : 1
