import { isDeepStrictEqual } from 'node:util'
import type {
  BodyMatch,
  PathMatch,
  RequestMatch,
  TextMatch,
} from '../../../schemas/control/request-match.ts'
import { isTooDeep } from '../../util/bounded-json.ts'
import { jsonPath } from './json-path.ts'
import { pathGlob, textGlob } from './path-glob.ts'

/** View of a request, arriving or in the journal, that conditions are about. */
export interface MatchableRequest {
  readonly interface: NonNullable<RequestMatch['interface']>
  readonly method: string
  readonly path: string
  /** Undefined for a path that does not exist. */
  readonly operation: string | undefined
  readonly key: string | undefined
  /** Looks the network up; only rules that need it call this. */
  network(): string | undefined
  /** Returns the values of a query parameter, decoded. */
  query(name: string): readonly string[]
  /** Returns the values of a header. @param name in lower case */
  header(name: string): readonly string[]
  /** Body; undefined for a request whose body is not read. */
  readonly body: MatchableBody | undefined
}

/** View of an arriving request that fault rules see. */
export interface ArrivingRequest extends MatchableRequest {
  readonly isPreflight: boolean
}

/** Body of a request, parsed once for all rules. */
export interface MatchableBody {
  readonly text: string
  /** Returns the JSON value in a list; an empty list for a text that is no JSON. */
  json(): readonly unknown[]
}

type Predicate<Value> = (value: Value) => boolean

/** Maximum characters of a body that a glob reads: its time is the product of both lengths. */
const maxGlobBody = 65_536

/** Returns a function that tells whether a request meets all conditions of a match. */
export function requestMatcher(match: RequestMatch): Predicate<MatchableRequest> {
  const isPath = match.path === undefined ? undefined : pathGlob(routed(match.path))
  const method = match.method?.toUpperCase()
  const query = Object.entries(match.query ?? {}).map(
    ([name, condition]) => [name, textMatcher(condition)] as const,
  )
  const headers = Object.entries(match.headers ?? {}).map(
    ([name, condition]) => [name.toLowerCase(), textMatcher(condition)] as const,
  )
  const isBody = match.body && bodyMatcher(match.body)
  return (request) =>
    (match.interface === undefined || match.interface === request.interface) &&
    (match.operation === undefined || match.operation === request.operation) &&
    (method === undefined || method === request.method) &&
    (isPath === undefined || isPath(request.path)) &&
    (match.key === undefined || match.key === request.key) &&
    headers.every(([name, fits]) => fits(request.header(name))) &&
    query.every(([name, fits]) => fits(request.query(name))) &&
    (match.network === undefined || match.network === request.network()) &&
    (isBody === undefined || (request.body !== undefined && isBody(request.body)))
}

/** Returns a pattern without the trailing slash that paths below `/v1` and `/v2` lose. G-21 */
const routed = (pattern: string) => pattern.replace(/^(\/v[12]\/.*[^\\])\/$/, '$1')

/** Returns a function that tells whether one of some values meets a condition. */
function textMatcher(condition: TextMatch): Predicate<readonly string[]> {
  if (typeof condition === 'string') return (values) => values.includes(condition)
  if (condition.absent) return (values) => values.length === 0
  const fits = textGlob(condition.glob ?? '*')
  return (values) => values.some(fits)
}

function bodyMatcher({
  equals,
  glob,
  json,
  partial,
  paths = [],
}: BodyMatch): Predicate<MatchableBody> {
  const isGlob = glob === undefined ? undefined : textGlob(glob, maxGlobBody)
  const ofJson: Predicate<unknown>[] = paths.map(pathMatcher)
  if (json !== undefined) ofJson.push((value) => isDeepStrictEqual(value, json))
  if (partial !== undefined) ofJson.push((value) => holds(value, partial))
  return (body) =>
    (equals === undefined || body.text === equals) &&
    (isGlob === undefined || (body.text.length <= maxGlobBody && isGlob(body.text))) &&
    (ofJson.length === 0 || body.json().some((value) => ofJson.every((fits) => fits(value))))
}

function pathMatcher({ path, equals, glob, absent }: PathMatch): Predicate<unknown> {
  const valuesIn = jsonPath(path)
  if (absent) return (document) => valuesIn(document).length === 0
  const isGlob = glob === undefined ? undefined : textGlob(glob, maxGlobBody)
  return (document) =>
    valuesIn(document).some(
      (value) =>
        (equals === undefined || isDeepStrictEqual(value, equals)) &&
        (isGlob === undefined ||
          (typeof value === 'string' && value.length <= maxGlobBody && isGlob(value))),
    )
}

/** Returns whether a value has all members of a part; lists are compared item by item. */
function holds(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return value === part
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(part))
    return (
      Array.isArray(value) &&
      value.length === part.length &&
      part.every((item, index) => holds(value[index], item))
    )
  return (
    !Array.isArray(value) &&
    Object.entries(part).every(
      ([name, inner]) =>
        Object.hasOwn(value, name) && holds((value as Record<string, unknown>)[name], inner),
    )
  )
}

/** Builds the view of a body. */
export function matchableBody(text: string): MatchableBody {
  let parsed: readonly unknown[] | undefined
  return {
    text,
    json() {
      parsed ??= parse(text)
      return parsed
    },
  }
}

function parse(text: string): readonly unknown[] {
  if (isTooDeep(text)) return []
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
