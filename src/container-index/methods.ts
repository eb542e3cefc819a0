import {
  type Container,
  endsAtCortina,
  maxContainersFetched,
  nodeEncodings,
  rangeAsObject,
  rangeByEnd,
} from '../../schemas/container-index.ts'
import type { Dialect } from '../http/request/dialect.ts'
import { type Encoding, encoding, id, ignoredBy, uint64 } from '../json-rpc/argument-readers.ts'
import type { ArgumentReader, Params } from '../json-rpc/arguments.ts'
import { JsonPieces } from '../json-rpc/json-text.ts'
import { type Method, rpcError } from '../json-rpc/method.ts'
import type { World } from '../world/world.ts'
import { type ContainerIndex, type ContainerRow, viewIndex } from './containers.ts'
import { indexMethod } from './index-method.ts'

/** Builds the six methods of section 4.4 over one index. Error texts are the node's. */
export function indexMethods(index: ContainerIndex): readonly Method[] {
  const view = (world: World, dialect: Dialect) =>
    viewIndex(world, index, index.kind === 'tx' && endsAtCortina.in(dialect))

  return [
    indexMethod('index.getContainerByID', { id, encoding }, (world, args, { dialect }) => {
      const row = view(world, dialect).byId(args.id)
      if (!row) throw rpcError('not found')
      return toContainer(row, args.encoding)
    }),

    indexMethod(
      'index.getContainerByIndex',
      { index: uint64, encoding },
      (world, args, { dialect }) => {
        // No container has an index above 2^53, however it is rounded.
        const row = view(world, dialect).byPosition(Number(args.index))
        if (!row) throw rpcError(`no container at index ${args.index}`)
        return toContainer(row, args.encoding)
      },
    ),

    indexMethod(
      'index.getContainerRange',
      { startIndex: uint64, numToFetch: uint64, endIndex: optionalUint64, encoding },
      (world, args, { dialect, cache }) => {
        const { startIndex } = args
        const count = countOf(args, dialect)
        // G-64
        const isObject = rangeAsObject.in(dialect)
        if (count === 0n && !isObject) return null
        const lowest = isObject ? 1 : 0
        if (count < lowest || count > maxContainersFetched)
          throw rpcError(
            `numToFetch must be in [${lowest},${maxContainersFetched}] but is ${count}`,
          )
        const found = view(world, dialect)
        if (found.length === 0) throw rpcError('no containers have been accepted')
        const last = found.length - 1
        if (startIndex > last)
          throw rpcError(`start index (${startIndex}) > last accepted index (${last})`)
        const [opening, closing] = isObject ? ['{"containers":[', ']}'] : ['[', ']']
        return new JsonPieces([
          Buffer.from(opening),
          ...found.rangeJson(
            { start: Number(startIndex), count: Number(count) },
            { encoding: encodingName(args.encoding), hasChecksum: args.encoding !== 'hexnc' },
            cache,
          ),
          Buffer.from(closing),
        ])
      },
    ),

    indexMethod(
      'index.getIndex',
      { id, encoding: ignoredBy(nodeEncodings, encoding) },
      (world, args, { dialect }) => {
        const row = view(world, dialect).byId(args.id)
        if (!row) throw rpcError('not found')
        return { index: String(row.position) }
      },
    ),

    indexMethod('index.getLastAccepted', { encoding }, (world, args, { dialect }) => {
      const found = view(world, dialect)
      const row = found.byPosition(found.length - 1)
      if (!row) throw rpcError('no containers have been accepted')
      return toContainer(row, args.encoding)
    }),

    indexMethod(
      'index.isAccepted',
      { id, encoding: ignoredBy(nodeEncodings, encoding) },
      (world, args, { dialect }) => ({
        isAccepted: view(world, dialect).byId(args.id) !== undefined,
      }),
    ),
  ]
}

/**
 * Tells whether a client of the deployed node's SDK sends `endIndex`, which the contract does not
 * have.
 */
export function usesEndIndex(params: Params): boolean {
  const names = params.map(([name]) => name)
  return names.includes('endindex') && !names.includes('numtofetch')
}

const optionalUint64: ArgumentReader<bigint | undefined> = {
  absent: undefined,
  read: (raw, dialect) => (rangeByEnd.in(dialect) ? uint64.read(raw, dialect) : undefined),
}

type RangeArguments = { startIndex: bigint; numToFetch: bigint; endIndex: bigint | undefined }

/**
 * Returns the count. G-52: the live dialect honours the inclusive `endIndex` without `numToFetch`.
 */
function countOf({ startIndex, numToFetch, endIndex }: RangeArguments, dialect: Dialect): bigint {
  if (!rangeByEnd.in(dialect) || numToFetch > 0n || endIndex === undefined) return numToFetch
  return endIndex < startIndex ? 0n : endIndex - startIndex + 1n
}

function encodingName(requested: Encoding): string {
  if (requested === 'json') throw rpcError('unsupported encoding in method')
  return requested
}

const toContainer = (row: ContainerRow, requested: Encoding): Container => ({
  id: row.id,
  bytes: requested === 'hexnc' ? row.bytes.slice(0, -8) : row.bytes,
  timestamp: row.accepted_at,
  encoding: encodingName(requested) as Container['encoding'],
  index: String(row.position),
})
