import type { FastifyRequest } from 'fastify'

/** Facts about a route of the control plane; routes of other interfaces have none of them. */
interface ControlRouteConfig {
  readonly isControl: true
  /** Whether the route is open to every client. */
  readonly isPublic: boolean
}

export const controlRoute = (isPublic: boolean): ControlRouteConfig => ({
  isControl: true,
  isPublic,
})

/**
 * Returns the facts about the route of a request; undefined for a route of another interface, or
 * none.
 */
export const controlRouteOf = ({
  routeOptions,
}: FastifyRequest): ControlRouteConfig | undefined => {
  const config = routeOptions.config as Partial<ControlRouteConfig>
  return config.isControl ? (config as ControlRouteConfig) : undefined
}

/**
 * Tells whether the router found a route of the control plane, which is the only check of the URL.
 */
export const isControlRoute = (request: FastifyRequest): boolean =>
  controlRouteOf(request) !== undefined
