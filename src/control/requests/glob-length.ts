import type { RequestMatch } from '../../../schemas/control/request-match.ts'
import { hasWildcards } from '../../http/faults/path-glob.ts'

/**
 * G-191: maximum characters of all globs with wildcards in the rules of a world, and in a filter of
 * the journal. A request is compared with each of them, and nothing else is served meanwhile.
 */
export const maxGlobLength = 4096

/** How often a character of a glob over bodies counts, since bodies are long. */
export const bodyFactor = 16

/** Returns the characters of the globs of a match; bodies are longer than other texts. */
export function globLength({
  path,
  query = {},
  headers = {},
  body = {},
}: RequestMatch = {}): number {
  const conditions = [...Object.values(query), ...Object.values(headers)]
  const short = [path, ...conditions.map((each) => (typeof each === 'string' ? '' : each.glob))]
  const long = [body.glob, ...(body.paths ?? []).map(({ glob }) => glob)]
  return charactersIn(short) + charactersIn(long) * bodyFactor
}

const charactersIn = (globs: readonly (string | undefined)[]): number =>
  globs.reduce((sum, glob = '') => (hasWildcards(glob) ? sum + glob.length : sum), 0)
