import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { type BaseMeta, openBase } from '../../src/store/base-reader.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'

/** Returns the file of this run's small world, for tests that copy it. */
export async function smallWorld(): Promise<{ readonly file: string; readonly meta: BaseMeta }> {
  const definition = await worldDefinition(undefined)
  const folders = cacheFolders()
  const base = await openCachedBase(folders, { definition, seed: 'snowglobe', size: 'small' })
  const { meta } = base
  base.close()
  for (const folder of folders)
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (name.endsWith('.sqlite') && fingerprintOf(file) === meta.fingerprint)
        return { file, meta }
    }
  throw new Error('the small world is in no cache')
}

function fingerprintOf(file: string): string {
  const base = openBase(file)
  try {
    return base.meta.fingerprint
  } finally {
    base.close()
  }
}
