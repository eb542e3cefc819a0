import type { KeyFile } from '../../../schemas/keys.ts'
import { ConfigError } from '../../config/config.ts'
import { readFittingFile } from '../../config/json-file.ts'
import { repeatedKey } from './repeated-key.ts'

/** Reads the known API keys; none without a file. @throws ConfigError with file and JSON pointer */
export async function readKeys(file: string | undefined): Promise<KeyFile> {
  if (file === undefined) return { keys: [] }
  const { KeyFile } = await import('../../../schemas/keys.ts')
  const { keys } = await readFittingFile(file, KeyFile)
  const again = repeatedKey(keys)
  // The message never holds the key itself, because messages end up in logs.
  if (again)
    throw new ConfigError(
      `${file}: /keys/${again.index}/key repeats the key of /keys/${again.before}; remove one of them`,
    )
  return { keys }
}
