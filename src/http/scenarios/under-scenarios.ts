import { noScenarios } from '../../world/scenario-view.ts'
import type { World } from '../../world/world.ts'
import { withValues } from '../response/json-list.ts'
import type { Context, Route } from '../rest/route.ts'
import { duplicateUtxos } from './duplicate-utxos.ts'
import { withoutMissingChain } from './missing-chain.ts'
import { omitFields } from './sparse.ts'

type Handle = (world: World, input: unknown, context: Context) => unknown

/**
 * Wraps a handler with the scenarios that concern all responses, whichever operation sends them. A
 * scenario that concerns one operation is part of its handler.
 */
export function underScenarios(route: Route): Handle {
  const handle = route.handle as Handle
  return (world, input, context) => {
    if (world.scenarios === noScenarios) return handle(world, input, context)
    const chainless = withoutMissingChain(world, input)
    const filter = (response: unknown) => {
      const filtered = duplicateUtxos(world, input, chainless(withValues(response)))
      return omitFields(world, route, context.dialect, filtered)
    }
    const response = handle(world, input, context)
    return response instanceof Promise ? response.then(filter) : filter(response)
  }
}
