import { GlobError, pathGlob } from '../http/path-glob.ts'
import { badValue } from './control-error.ts'

/** What of a match or filter a schema cannot judge. */
interface Match {
  readonly path?: string
}

/**
 * Refuses what no request can be compared with.
 * @param at JSON pointer of the match
 * @throws ControlError
 */
export function refuseMatch({ path }: Match, at: string): void {
  if (path === undefined) return
  try {
    pathGlob(path)
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    throw badValue(`${at}/path`, path, error.message)
  }
}
