/*
 * Writes responses into README.md, docs/endpoints.md, docs/scenarios.md and docs/faults.md, options into
 * docs/options.md, commands into docs/command.md, and addresses into fixtures/README.md:
 * `npx tsx scripts/write-readme.ts`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSnowglobe } from '../src/snowglobe.ts'
import { withRecipes } from './faults-recipes.ts'
import { withCast, withCommands, withOptions, withResponses } from './readme-page.ts'
import { withPrinted } from './scenarios-page.ts'

// The user's cache is not used, because it may hold a world of older code.
const cache = mkdtempSync(join(tmpdir(), 'snowglobe-readme-'))
process.env.SNOWGLOBE_CACHE = cache
const server = await createSnowglobe()

const rewrite = async (path: string, change: (page: string) => string | Promise<string>) => {
  const file = new URL(`../${path}`, import.meta.url)
  writeFileSync(file, await change(readFileSync(file, 'utf8')))
}
await rewrite('fixtures/README.md', withCast)
await rewrite('docs/options.md', withOptions)
await rewrite('docs/command.md', withCommands)
await rewrite('README.md', (page) => withResponses(page, server))
await rewrite('docs/endpoints.md', (page) => withResponses(page, server))
await rewrite('docs/scenarios.md', withPrinted)
await rewrite('docs/faults.md', withRecipes)

await server.close()
rmSync(cache, { recursive: true })
