import { type Static, Type } from '@sinclair/typebox'
import { type Method, method, Uint64Param, UintText } from './json-rpc.ts'
import { quirk } from './quirk.ts'

/** Paths of the node index interface; `X/vtx` only has history. Section 4.4. */
export const indexPaths = [
  '/ext/index/C/block',
  '/ext/index/P/block',
  '/ext/index/X/tx',
  '/ext/index/X/block',
  '/ext/index/X/vtx',
] as const

/** Maximum number of containers in a response to index.getContainerRange. Part 8. */
export const maxContainersFetched = 1024

/** Accepted block, vertex or transaction. Section 2.9, G-54. */
export const Container = Type.Object(
  {
    id: Type.String(),
    bytes: Type.String({
      pattern: '^0x[0-9a-f]*$',
      description: 'The container and the last four bytes of its sha256.',
    }),
    timestamp: Type.String({ description: 'RFC 3339 time at which this node accepted it.' }),
    encoding: Type.Literal('hex'),
    index: UintText,
  },
  { $id: 'Container' },
)
export type Container = Static<typeof Container>

/** Result of index.getContainerRange on the node itself, and so in the live dialect. */
export const LiveContainerRange = Type.Object(
  { containers: Type.Array(Container) },
  { $id: 'LiveContainerRange' },
)
export type LiveContainerRange = Static<typeof LiveContainerRange>

const encoding = { encoding: Type.Optional(Type.Literal('hex')) }
const byId = Type.Object({ id: Type.String({ description: 'Base-58 id.' }), ...encoding })

/** Whether a range is an object, and never empty. G-64 */
export const rangeAsObject = quirk(
  {
    name: 'Result of index.getContainerRange',
    section: '4.4',
    documented: 'A list of containers; null for numToFetch 0',
    live: 'An object with the list as containers; an error for numToFetch 0',
  },
  { documented: false, live: true },
)

/** Whether a request may name the end of a range. G-52 */
export const rangeByEnd = quirk(
  {
    name: 'Range of index.getContainerRange by endIndex',
    section: '4.4',
    documented: 'endIndex is ignored like every unknown argument',
    live: 'Up to and with endIndex where numToFetch is missing or 0',
  },
  { documented: false, live: true },
)

/** Whether the encodings are those of the node; ignored for responses without bytes. G-52 */
export const nodeEncodings = quirk(
  {
    name: 'encoding of the index methods',
    section: '4.4',
    documented: 'hex only, in all six methods',
    live: 'The encodings of the node',
  },
  { documented: false, live: true },
)

/** Whether the index of X-chain transactions ends where vertices end. */
export const endsAtCortina = quirk(
  {
    name: 'Index of X-chain transactions',
    section: '4.4',
    documented: 'Every accepted transaction',
    live: 'Ends at the Cortina upgrade',
  },
  { documented: false, live: true },
)

const quirks = [nodeEncodings, endsAtCortina]

/** Methods of every index path in the order of section 4.4. G-52, G-64 */
export const indexMethods = {
  'index.getContainerByID': method({
    section: '4.4',
    quirks,
    summary: 'The container with this id',
    params: byId,
    result: Container,
  }),
  'index.getContainerByIndex': method({
    section: '4.4',
    quirks,
    summary: 'The container that was accepted after this many others',
    params: Type.Object({ index: Uint64Param, ...encoding }),
    result: Container,
  }),
  'index.getContainerRange': method({
    section: '4.4',
    quirks: [rangeAsObject, rangeByEnd, ...quirks],
    summary: 'Containers in the order of acceptance; null for numToFetch 0',
    params: Type.Object({
      startIndex: Uint64Param,
      numToFetch: Type.Union([
        Type.Integer({ minimum: 0, maximum: maxContainersFetched }),
        Type.String({ pattern: '^[0-9]+$', description: 'From 0 to 1024.' }),
      ]),
      ...encoding,
    }),
    result: Type.Union([Type.Array(Container), Type.Null()]),
  }),
  'index.getIndex': method({
    section: '4.4',
    quirks,
    summary: 'How many containers were accepted before the one with this id',
    params: byId,
    result: Type.Object({ index: UintText }),
  }),
  'index.getLastAccepted': method({
    section: '4.4',
    quirks,
    summary: 'The container that was accepted last',
    params: Type.Object({ ...encoding }),
    result: Container,
  }),
  'index.isAccepted': method({
    section: '4.4',
    quirks,
    summary: 'Whether the container with this id was accepted',
    params: byId,
    result: Type.Object({ isAccepted: Type.Boolean() }),
  }),
} satisfies Record<`index.${string}`, Method>

/** Six names of 4.4. */
export type IndexMethodName = keyof typeof indexMethods

/** Type of the `result` of a method of the node index interface. */
export type IndexResult<Name extends IndexMethodName> = Static<
  (typeof indexMethods)[Name]['result']
>
