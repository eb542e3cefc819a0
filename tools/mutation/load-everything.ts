import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Loads the modules of the four interfaces before the tests: their statements count as static. */
const source = join(import.meta.dirname, '../../src')
for (const folder of ['data', 'info', 'metrics', 'container-index'])
  for (const name of readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts')) await import(join(source, folder, name))
