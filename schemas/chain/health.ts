import { Type } from '@sinclair/typebox'
import type { ChainMethod } from './chain-method.ts'
import type { healthMethodNames } from './method-names.ts'

const check: ChainMethod = {
  summary: 'Whether the node is well',
  params: Type.Object({}),
  result: Type.Object({ checks: Type.Object({}), healthy: Type.Boolean() }),
}

/** Health checks of the node by JSON-RPC. */
export const healthMethods: Readonly<Record<(typeof healthMethodNames)[number], ChainMethod>> = {
  'health.health': check,
  'health.liveness': check,
  'health.readiness': check,
}
