import type { KeyFile } from '../../../schemas/keys.ts'
import { ConfigError } from '../../config/config.ts'
import { readFittingFile } from '../../config/json-file.ts'
import { keyForm, keyProblem, worldKeyForm } from './key-problem.ts'

/** Reads the known API keys; none without a file. @throws ConfigError with file and JSON pointer */
export async function readKeys(file: string | undefined): Promise<KeyFile> {
  if (file === undefined) return { keys: [] }
  const { KeyFile } = await import('../../../schemas/keys.ts')
  const { keys } = await readFittingFile(file, KeyFile)
  const problem = keyProblem(keys)
  if (!problem) return { keys }
  const { index, conflict } = problem
  if (conflict === undefined) throw new ConfigError(`${file}: /keys/${index} must be ${keyForm}`)
  // The message never holds the key itself, because messages end up in logs.
  if (conflict === 'world')
    throw new ConfigError(`${file}: /keys/${index}/key must be ${worldKeyForm}`)
  throw new ConfigError(
    `${file}: /keys/${index}/key repeats the key of /keys/${conflict}; remove one of them`,
  )
}
