import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import { ControlError } from '../control/control-error.ts'

/**
 * Operations of the control plane that are records: each replica performs them in one order.
 */
const recorded: ReadonlySet<string> = new Set([
  ...['act', 'makeBlocks', 'setClock', 'advanceClock', 'stopAdvance', 'reset', 'importWorld'],
  ...['saveSnapshot', 'restoreSnapshot', 'removeSnapshot', 'createWorld', 'removeWorld'],
  ...['addFaults', 'setFault', 'removeFault', 'clearFaults'],
  ...['setScenario', 'removeScenario', 'setLimits', 'clearRequests'],
])

/** Operations that replicas do not have. G-353 */
const missing: ReadonlySet<string> = new Set([
  ...['replayMessages', 'settleDeliveries', 'retryDelivery'],
])

/** Operations over the requests to all replicas. */
const ofRequests: ReadonlySet<string> = new Set([
  ...['listRequests', 'getRequest', 'getVerdicts', 'verifyRequests'],
])

/** Tells whether an operation needs the requests to all replicas. */
export const needsRequests = ({ operationId }: ControlOperation): boolean =>
  ofRequests.has(operationId)

/** Tells whether an operation changes what all replicas share. */
export const isRecorded = ({ operationId }: ControlOperation): boolean => recorded.has(operationId)

/** Refuses what replicas cannot do yet. @throws ControlError */
export function refuseUnshared({ operationId, method, path }: ControlOperation): void {
  if (missing.has(operationId))
    throw new ControlError(
      'not_possible',
      `${method} ${path} (${operationId}) does not work on a server with --shared-log`,
    )
}
