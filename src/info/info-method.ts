import type { Static } from '@sinclair/typebox'
import type { InfoMethodName, InfoResult, infoMethods } from '../../schemas/info.ts'
import type { Dialect } from '../http/dialect.ts'
import type { ArgumentReader, ArgumentsOf } from '../json-rpc/arguments.ts'
import { JsonText, toJson } from '../json-rpc/json-text.ts'
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

/**
 * A method without arguments whose result depends on the world and the dialect alone, not on the
 * clock: rendered once, since queries and rendering cost as much as half of the request.
 */
export function constantInfoMethod<Name extends InfoMethodName>(
  name: Name,
  run: (world: World, dialect: Dialect) => InfoResult<Name> | JsonText,
): Method {
  const rendered = {
    documented: new WeakMap<World, JsonText>(),
    live: new WeakMap<World, JsonText>(),
  }
  return defineMethod(name, {}, (world, _args, { dialect }) => {
    const known = rendered[dialect].get(world)
    if (known) return known
    const result = new JsonText(toJson(run(world, dialect)))
    rendered[dialect].set(world, result)
    return result
  })
}
