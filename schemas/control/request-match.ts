import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { InterfaceName, NetworkName, OperationText, PathGlob } from './scalars.ts'

/** Glob of a text; its reader refuses invalid ones: `src/http/faults/path-glob.ts`. */
const TextGlob = Type.String({
  title: 'Glob',
  maxLength: 256,
  description: 'A glob in which * is any text, slashes too; ?, {a,b}, [a-z] and ! are as in path.',
})

const Value = Type.String({ title: 'Equal', maxLength: 4096, description: 'Equal to this text.' })

/** Condition for a query parameter or a header. */
export const TextMatch = Type.Union(
  [
    Value,
    closed({
      glob: Type.Optional(TextGlob),
      absent: Type.Optional(
        Type.Literal(true, { title: 'Absent', description: 'The request does not have it.' }),
      ),
    }),
  ],
  { mustBe: 'a text, {"glob": text} or {"absent": true}' },
)
export type TextMatch = Static<typeof TextMatch>

const textMatches = (title: string, description: string) =>
  Type.Optional(
    Type.Record(Type.String(), TextMatch, {
      title,
      description,
      mustBe: 'an object of conditions',
    }),
  )

/** Condition for the values at a JSON path of a body. */
export const PathMatch = closed({
  path: Type.String({
    title: 'JSON path',
    maxLength: 256,
    description: "A JSON path of $, .name, ['name'], [0], [-1], .* and [*].",
  }),
  equals: Type.Optional(
    Type.Unknown({ title: 'Equal', description: 'A value there is equal to this one.' }),
  ),
  glob: Type.Optional(TextGlob),
  absent: Type.Optional(
    Type.Literal(true, { title: 'Absent', description: 'Nothing is at the path.' }),
  ),
})
export type PathMatch = Static<typeof PathMatch>

/** Conditions for the body of a request: it has to meet all of them. */
export const BodyMatch = closed(
  {
    equals: Type.Optional(
      Type.String({
        title: 'Text',
        maxLength: 65_536,
        description: 'The whole body, equal as text.',
      }),
    ),
    glob: Type.Optional(TextGlob),
    json: Type.Optional(
      Type.Unknown({
        title: 'JSON',
        description: 'The whole body, equal as JSON: the order of members does not matter.',
      }),
    ),
    partial: Type.Optional(
      Type.Unknown({
        title: 'Part of the JSON',
        description:
          'A part of the body: objects may have more members, lists are as long and in order.',
      }),
    ),
    paths: Type.Optional(
      Type.Array(PathMatch, {
        title: 'JSON paths',
        minItems: 1,
        maxItems: 32,
        description: 'Conditions for values of the body; a path alone has to exist.',
      }),
    ),
  },
  { description: 'Conditions for the body, which has to meet all. A glob reads up to 64 KiB.' },
)
export type BodyMatch = Static<typeof BodyMatch>

/** Conditions for requests, of fault rules and of filters of the journal. */
export const matchFields = {
  interface: Type.Optional(InterfaceName),
  operation: Type.Optional(OperationText),
  method: Type.Optional(Type.String({ title: 'Method', description: 'HTTP method, such as GET.' })),
  path: Type.Optional(PathGlob),
  query: textMatches('Query', 'Conditions by name of a query parameter, decoded.'),
  headers: textMatches('Headers', 'Conditions by name of a request header, in any case.'),
  body: Type.Optional(BodyMatch),
  network: Type.Optional(NetworkName),
  key: Type.Optional(Type.String({ title: 'API key', description: 'The API key, whole.' })),
}

/** Filter of requests: a request has to match all of it. */
export const RequestMatch = closed(matchFields)
export type RequestMatch = Static<typeof RequestMatch>
