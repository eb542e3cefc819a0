import type { KeyFile } from './http/guards/auth.ts'
import { readFittingFile } from './json-file.ts'

/** The known API keys; none without a file. @throws ConfigError with file and JSON pointer */
export async function readKeys(file: string | undefined): Promise<KeyFile> {
  if (file === undefined) return { keys: [] }
  const { KeyFile } = await import('./http/guards/auth.ts')
  return readFittingFile(file, KeyFile)
}
