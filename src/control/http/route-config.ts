import type { FastifyRequest } from 'fastify'

/** What the routes of the control plane tell; those of other interfaces tell none of it. */
export interface ControlRouteConfig {
  readonly isControl: true
  /** Whether everybody is answered. */
  readonly isPublic: boolean
}

export const controlRoute = (isPublic: boolean): ControlRouteConfig => ({
  isControl: true,
  isPublic,
})

/** What a request meets there; undefined where its route is of another interface, or none. */
export const controlRouteOf = ({
  routeOptions,
}: FastifyRequest): ControlRouteConfig | undefined => {
  const config = routeOptions.config as Partial<ControlRouteConfig>
  return config.isControl ? (config as ControlRouteConfig) : undefined
}

/** Whether the router has found a route of the control plane: nothing else looks at the URL. */
export const isControlRoute = (request: FastifyRequest): boolean =>
  controlRouteOf(request) !== undefined
