import { GlobError, pathGlob } from '../http/faults/path-glob.ts'
import { nearestOperations } from '../util/nearest.ts'
import { badValue } from './control-error.ts'

/** Fields of a match or filter that a schema cannot check. */
interface Match {
  readonly operation?: string
  readonly path?: string
}

/**
 * Refuses a match that no request can meet, and unknown names.
 * @param at JSON pointer of the match
 * @param operations names of all operations of the four interfaces
 * @throws ControlError
 */
export function refuseMatch(
  { operation, path }: Match,
  at: string,
  operations: readonly string[],
): void {
  if (operation !== undefined && !operations.includes(operation))
    throw badValue(`${at}/operation`, operation, operationLike(operation, operations))
  if (path === undefined) return
  try {
    pathGlob(path)
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    throw badValue(`${at}/path`, path, error.message)
  }
}

function operationLike(given: string, operations: readonly string[]): string {
  const nearest = nearestOperations(given, operations)
  return nearest.length === 0
    ? 'an operation such as listErc20Transfers or info.peers'
    : `a known operation (did you mean ${nearest.join(' or ')}?)`
}
