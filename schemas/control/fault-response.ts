import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'

const Headers = Type.Record(
  Type.String(),
  Type.String({ pattern: '^[\\x20-\\x7e]*$', mustBe: 'the text of a header' }),
  { title: 'Headers', description: 'Response headers by name, in place of those that there are.' },
)

const Status = (description: string) =>
  Type.Integer({ title: 'Status', minimum: 200, maximum: 599, description })

/** Response in place of the true one. */
export const FaultResponse = closed(
  {
    status: Status(
      'HTTP status. 429 and 503 come with `retry-after: 1`, unless `headers` has another.',
    ),
    message: Type.Optional(
      Type.String({
        title: 'Message',
        maxLength: 10_000,
        description: "Message in the error body of the interface, or on the node's error page.",
      }),
    ),
    headers: Type.Optional(Headers),
    text: Type.Optional(
      Type.String({
        title: 'Text',
        maxLength: 262_144,
        description: 'Body as plain text, or of the content-type that `headers` names.',
      }),
    ),
    json: Type.Optional(Type.Unknown({ title: 'JSON', description: 'Body as any JSON value.' })),
  },
  {
    title: 'Respond',
    description:
      'A response in place of the true one. Without `text` and `json`, a status from 300 has the ' +
      'error body of the interface, and one below 300 an empty body.',
  },
)
export type FaultResponse = Static<typeof FaultResponse>

const Pointer = Type.String({
  title: 'Path',
  maxLength: 1024,
  pattern: '^(?:/(?:[^~/]|~[01])*)*$',
  mustBe: 'a JSON pointer such as /erc20TokenBalances/0/decimals',
  description: 'JSON pointer (RFC 6901) into the response.',
})
const From = Type.String({ ...Pointer, title: 'From', description: 'JSON pointer of the source.' })
const Value = Type.Unknown({ title: 'Value', description: 'Any JSON value.' })
const verb = <const Name extends string>(name: Name, description: string) =>
  Type.Literal(name, { title: 'Operation', description })

/** Operation of a JSON Patch: RFC 6902. */
export const PatchOperation = Type.Union(
  [
    closed({
      op: verb('add', 'Adds a member or, before an index or at `-`, an item.'),
      path: Pointer,
      value: Value,
    }),
    closed({ op: verb('remove', 'Removes a member or item.'), path: Pointer }),
    closed({ op: verb('replace', 'Replaces an existing value.'), path: Pointer, value: Value }),
    closed({ op: verb('move', 'Moves a value.'), from: From, path: Pointer }),
    closed({ op: verb('copy', 'Copies a value.'), from: From, path: Pointer }),
    closed({
      op: verb('test', 'Leaves the response alone unless the value is equal.'),
      path: Pointer,
      value: Value,
    }),
  ],
  { mustBe: 'an operation of a JSON Patch: an object with `op`' },
)
export type PatchOperation = Static<typeof PatchOperation>

/** Change of the true response. */
export const ResponsePatch = closed(
  {
    operations: Type.Optional(
      Type.Array(PatchOperation, {
        title: 'JSON Patch',
        minItems: 1,
        maxItems: 100,
        description: 'Operations of a JSON Patch (RFC 6902), all of them or none.',
      }),
    ),
    merge: Type.Optional(
      Type.Unknown({
        title: 'Merge patch',
        description: 'A JSON merge patch (RFC 7396): null removes a member, lists are replaced.',
      }),
    ),
    status: Type.Optional(Status('Another HTTP status.')),
    headers: Type.Optional(Headers),
  },
  {
    title: 'Patch',
    description:
      'A change of the true response, JSON of up to 4 MiB. A response that it does not fit goes ' +
      'out as it is, and the counts of the rules say why.',
  },
)
export type ResponsePatch = Static<typeof ResponsePatch>
