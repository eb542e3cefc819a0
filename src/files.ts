import { readFileSync } from 'node:fs'
import type { Static, TSchema } from '@sinclair/typebox'
import { defaultWorld } from '../fixtures/default-world.ts'
import type { WorldDefinition } from '../schemas/definition/world.ts'
import { ConfigError } from './config.ts'
import type { KeyFile } from './http/guards/auth.ts'

/**
 * The definition in a file, or the built-in one.
 * @throws ConfigError with file and JSON pointer of the first field that does not fit
 */
export async function worldDefinition(file: string | undefined): Promise<WorldDefinition> {
  if (file === undefined) return defaultWorld
  const { WorldDefinition } = await import('../schemas/definition/world.ts')
  const { referenceProblems } = await import('./definition/references.ts')
  const definition = await readFile(file, WorldDefinition)
  const [problem] = referenceProblems(definition)
  if (problem) throw new ConfigError(`${file}: ${problem.path} does not fit: ${problem.message}`)
  return definition
}

/** The known API keys; none without a file. @throws ConfigError as above */
export async function readKeys(file: string | undefined): Promise<KeyFile> {
  if (file === undefined) return { keys: [] }
  const { KeyFile } = await import('./http/guards/auth.ts')
  return readFile(file, KeyFile)
}

async function readFile<Schema extends TSchema>(
  file: string,
  schema: Schema,
): Promise<Static<Schema>> {
  // Loaded only here: the checker is half of TypeBox, and most starts have no file to check.
  const { Value } = await import('@sinclair/typebox/value')
  const value = readJsonFile(file)
  const problem = Value.Errors(schema, value).First()
  if (!problem) return value as Static<Schema>
  const found = JSON.stringify(problem.value)?.slice(0, 80) ?? 'nothing'
  throw new ConfigError(
    `${file}: ${problem.path || '/'} does not fit: ${problem.message}, found ${found}`,
  )
}

/** The value in a JSON file. @throws ConfigError naming the file */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
