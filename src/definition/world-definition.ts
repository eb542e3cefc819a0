import { defaultWorld } from '../../fixtures/default-world.ts'
import { emptyWorld, startingDefinition } from '../../fixtures/empty-world.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import { readJsonFile } from '../config/json-file.ts'
import { DefinitionError } from './definition-error.ts'

export { startingDefinition }

/**
 * Reads the definition in a file, or returns the built-in one of a size.
 * @throws DefinitionError with file and JSON pointer of the first thing that does not fit
 * @throws ConfigError for a file that is not JSON
 */
export async function worldDefinition(
  file: string | undefined,
  size: WorldSize = 'medium',
): Promise<WorldDefinition> {
  if (file === undefined) return size === 'empty' ? emptyWorld : defaultWorld
  // Loaded only here: most starts have no file to check.
  const { fittingDefinition } = await import('./fitting-definition.ts')
  const { withArtifacts } = await import('./artifact-files.ts')
  return withSource(file, () => fittingDefinition(withArtifacts(readJsonFile(file), file)))
}

/** Runs `use` with a definition. Errors about the definition name the file that it comes from. */
export async function withSource<Result>(
  file: string | undefined,
  use: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof DefinitionError) || file === undefined) throw error
    throw new DefinitionError(error.pointer, error.reason, file, { cause: error })
  }
}
