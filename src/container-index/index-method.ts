import type { Static } from '@sinclair/typebox'
import type { IndexMethodName, IndexResult, indexMethods } from '../../schemas/container-index.ts'
import type { ArgumentReader, ArgumentReaders, ArgumentsOf } from '../json-rpc/arguments.ts'
import type { JsonPieces } from '../json-rpc/json-text.ts'
import { defineMethod, type Method, type MethodContext } from '../json-rpc/method.ts'
import type { World } from '../world/world.ts'

/** Readers for each argument of the method in the contract; others exist on the node alone. */
type ReadersOf<Name extends IndexMethodName> = ArgumentReaders &
  Readonly<Record<keyof Static<(typeof indexMethods)[Name]['params']>, ArgumentReader<unknown>>>

/** Binds a function to its method of the contract, so that arguments and result have its types. */
export const indexMethod = <Name extends IndexMethodName, Readers extends ReadersOf<Name>>(
  name: Name,
  readers: Readers,
  run: (
    world: World,
    args: ArgumentsOf<Readers>,
    context: MethodContext,
  ) => IndexResult<Name> | JsonPieces,
): Method => defineMethod(name, readers, run)
