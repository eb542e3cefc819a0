import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Snowglobe } from '../../src/snowglobe.ts'

/**
 * Returns a text that differs between states of a world: its visible state and the bytes of its
 * files.
 */
export async function stateOfFiles(server: Snowglobe, folder: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(await server.world()))
  // The part of the log that processes share is no content.
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.sqlite(-wal)?$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}
