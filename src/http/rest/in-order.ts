import type { Route } from './route.ts'

/**
 * Wraps the handler of a change of what callers have stored, such as webhooks: replicas make it in
 * one order.
 */
export function inOrder(route: Route): Route {
  const { needsWriter, method, operationId } = route.operation
  if (!needsWriter || method === 'GET') return route
  return {
    ...route,
    handle(world, input, context) {
      const { owner, keyPrefix, origin, requestWorld } = context.caller
      const change = { operationId, input, owner, keyPrefix, origin }
      return requestWorld.accounts?.order(change) ?? route.handle(world, input, context)
    },
  }
}
