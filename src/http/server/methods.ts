import type { HTTPMethods } from 'fastify'

/** Answers HEAD by the same route: Fastify's own way to do so is a second route for each. */
export const withHead = <Method extends HTTPMethods>(method: Method): Method | ['GET', 'HEAD'] =>
  method === 'GET' ? ['GET', 'HEAD'] : method
