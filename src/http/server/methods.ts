import type { HTTPMethods } from 'fastify'

/** Adds HEAD to the same route: Fastify itself would add a second route for each. */
export const withHead = <Method extends HTTPMethods>(method: Method): Method | ['GET', 'HEAD'] =>
  method === 'GET' ? ['GET', 'HEAD'] : method
