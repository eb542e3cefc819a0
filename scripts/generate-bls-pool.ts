/*
 * Writes src/formats/bls-pool-data.ts: `npx tsx scripts/generate-bls-pool.ts`. Takes about 5 s;
 * the result depends on nothing but the seed rule in src/formats/bls-pool.ts.
 */
import { writeFileSync } from 'node:fs'
import { deriveBlsKey, toPoolEntry } from '../src/formats/bls-pool.ts'

const SIZE = 200

const entries = Array.from(
  { length: SIZE },
  (_, index) => `  '${toPoolEntry(deriveBlsKey(index))}',`,
)

writeFileSync(
  new URL('../src/formats/bls-pool-data.ts', import.meta.url),
  `// Written by scripts/generate-bls-pool.ts; do not edit.

/** Key number i of the pool: base64 of public key ‖ uncompressed public key ‖ proof. */
export const blsPoolEntries: readonly string[] = [
${entries.join('\n')}
]
`,
)
