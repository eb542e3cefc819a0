import type { Static } from '@sinclair/typebox'
import type { InfoMethodName, InfoResult, infoMethods } from '../../schemas/info.ts'
import type { ArgumentReader, ArgumentsOf } from '../json-rpc/arguments.ts'
import type { JsonText } from '../json-rpc/json-text.ts'
import { defineMethod, type Method, type MethodContext } from '../json-rpc/method.ts'
import type { World } from '../world/world.ts'

/** A reader for each argument that the contract gives the method. */
type ReadersOf<Name extends InfoMethodName> = Readonly<
  Record<keyof Static<(typeof infoMethods)[Name]['params']>, ArgumentReader<unknown>>
>

/** Ties a function to its method of the contract, so that arguments and result have its types. */
export const infoMethod = <Name extends InfoMethodName, Readers extends ReadersOf<Name>>(
  name: Name,
  readers: Readers,
  run: (
    world: World,
    args: ArgumentsOf<Readers>,
    context: MethodContext,
  ) => InfoResult<Name> | JsonText,
): Method => defineMethod(name, readers, run)
