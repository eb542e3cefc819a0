import type { Static } from '@sinclair/typebox'
import type { InfoMethodName, InfoResult, infoMethods } from '../../schemas/info.ts'
import type { Dialect } from '../http/request/dialect.ts'
import type { ArgumentReader, ArgumentsOf } from '../json-rpc/arguments.ts'
import { JsonText, toJson } from '../json-rpc/json-text.ts'
import { defineMethod, type Method, type MethodContext } from '../json-rpc/method.ts'
import { perRevision } from '../world/per-revision.ts'
import type { World } from '../world/world.ts'

/** Readers for each argument of the method in the contract. */
type ReadersOf<Name extends InfoMethodName> = Readonly<
  Record<keyof Static<(typeof infoMethods)[Name]['params']>, ArgumentReader<unknown>>
>

/** Binds a function to its method of the contract, so that arguments and result have its types. */
export const infoMethod = <Name extends InfoMethodName, Readers extends ReadersOf<Name>>(
  name: Name,
  readers: Readers,
  run: (
    world: World,
    args: ArgumentsOf<Readers>,
    context: MethodContext,
  ) => InfoResult<Name> | JsonText,
): Method => defineMethod(name, readers, run)

/**
 * Builds a method without arguments whose result depends on the world and the dialect alone, not on
 * the clock. The result is rendered once, since queries and rendering cost as much as half of the
 * request.
 */
export function constantInfoMethod<Name extends InfoMethodName>(
  name: Name,
  run: (world: World, dialect: Dialect) => InfoResult<Name> | JsonText,
): Method {
  const render = (dialect: Dialect) =>
    perRevision((world) => new JsonText(toJson(run(world, dialect))))
  const rendered = { documented: render('documented'), live: render('live') }
  return defineMethod(name, {}, (world, _args, { dialect }) => rendered[dialect](world))
}
