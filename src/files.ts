import type { KeyFile } from '../schemas/keys.ts'
import { ConfigError } from './config.ts'
import { readFittingFile } from './json-file.ts'

/** The known API keys; none without a file. @throws ConfigError with file and JSON pointer */
export async function readKeys(file: string | undefined): Promise<KeyFile> {
  if (file === undefined) return { keys: [] }
  const { KeyFile } = await import('../schemas/keys.ts')
  const { keys } = await readFittingFile(file, KeyFile)
  const places = new Map<string, number>()
  for (const [index, { key }] of keys.entries()) {
    const before = places.get(key)
    // Never the key itself: messages end up in logs.
    if (before !== undefined)
      throw new ConfigError(
        `${file}: /keys/${index}/key does not fit: it is the key of /keys/${before}`,
      )
    places.set(key, index)
  }
  return { keys }
}
