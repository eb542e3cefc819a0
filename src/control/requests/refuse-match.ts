import type { BodyMatch, RequestMatch, TextMatch } from '../../../schemas/control/request-match.ts'
import { JsonPathError, jsonPath } from '../../http/faults/json-path.ts'
import { GlobError, pathGlob, textGlob } from '../../http/faults/path-glob.ts'
import { nearestOperations } from '../../util/nearest.ts'
import { badValue } from '../control-error.ts'

/**
 * Refuses a match that no request can meet, and unknown names.
 * @param at JSON pointer of the match
 * @param operations names of all operations of the four interfaces
 * @throws ControlError
 */
export function refuseMatch(
  { operation, path, query = {}, headers = {}, body }: RequestMatch,
  at: string,
  operations: readonly string[],
): void {
  if (operation !== undefined && !operations.includes(operation))
    throw badValue(`${at}/operation`, operation, operationLike(operation, operations))
  refusePattern(path, pathGlob, `${at}/path`)
  refuseTexts(query, `${at}/query`)
  for (const name of Object.keys(headers)) refuseHeaderName(name, `${at}/headers/${escaped(name)}`)
  refuseTexts(headers, `${at}/headers`)
  if (body) refuseBody(body, `${at}/body`)
}

/** Refuses a name that no header can have (RFC 9110, 5.1). @throws ControlError */
export function refuseHeaderName(name: string, pointer: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw badValue(pointer, name, "a header name of letters, digits and any of !#$%&'*+.^_`|~-")
}

function refuseTexts(conditions: Readonly<Record<string, TextMatch>>, at: string): void {
  for (const [name, condition] of Object.entries(conditions)) {
    const place = `${at}/${escaped(name)}`
    if (typeof condition === 'string') continue
    if ((condition.glob === undefined) === (condition.absent === undefined))
      throw badValue(place, condition, 'a text, or an object with exactly one of glob and absent')
    refusePattern(condition.glob, textGlob, `${place}/glob`)
  }
}

function refuseBody(body: BodyMatch, at: string): void {
  if (Object.keys(body).length === 0)
    throw badValue(at, body, 'a condition with one of equals, glob, json, partial or paths')
  refusePattern(body.glob, textGlob, `${at}/glob`)
  for (const [index, { path, equals, glob, absent }] of (body.paths ?? []).entries()) {
    const place = `${at}/paths/${index}`
    refusePattern(path, jsonPath, `${place}/path`)
    refusePattern(glob, textGlob, `${place}/glob`)
    if (absent && (equals !== undefined || glob !== undefined))
      throw badValue(`${place}/absent`, absent, 'left out when equals or glob is set')
  }
}

/** Refuses a pattern that its reader cannot read. */
function refusePattern(
  pattern: string | undefined,
  read: (pattern: string) => unknown,
  at: string,
): void {
  if (pattern === undefined) return
  try {
    read(pattern)
  } catch (error) {
    if (!(error instanceof GlobError || error instanceof JsonPathError)) throw error
    throw badValue(at, pattern, error.message)
  }
}

/** Escapes a name for a JSON pointer. */
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function operationLike(given: string, operations: readonly string[]): string {
  const nearest = nearestOperations(given, operations)
  return nearest.length === 0
    ? 'an operation such as listErc20Transfers or info.peers'
    : `a known operation (did you mean ${nearest.join(' or ')}?)`
}
