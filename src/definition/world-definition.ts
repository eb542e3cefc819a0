import { defaultWorld } from '../../fixtures/default-world.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { ConfigError } from '../config.ts'
import { readFittingFile } from '../json-file.ts'

/**
 * The definition in a file, or the built-in one.
 * @throws ConfigError with file and JSON pointer of the first field that does not fit
 */
export async function worldDefinition(file: string | undefined): Promise<WorldDefinition> {
  if (file === undefined) return defaultWorld
  const { WorldDefinition } = await import('../../schemas/definition/world.ts')
  const { referenceProblems } = await import('./references.ts')
  const definition = await readFittingFile(file, WorldDefinition)
  const [problem] = referenceProblems(definition)
  if (problem) throw new ConfigError(`${file}: ${problem.path} does not fit: ${problem.message}`)
  return definition
}
