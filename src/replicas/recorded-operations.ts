import type { ControlOperation } from '../../schemas/control/control-operation.ts'

/**
 * Operations of the control plane that are records: each replica performs them in one order.
 */
const recorded: ReadonlySet<string> = new Set([
  ...['act', 'makeBlocks', 'setClock', 'advanceClock', 'stopAdvance', 'reset', 'importWorld'],
  ...['saveSnapshot', 'restoreSnapshot', 'removeSnapshot', 'createWorld', 'removeWorld'],
  ...['addFaults', 'setFault', 'removeFault', 'clearFaults'],
  ...['setScenario', 'removeScenario', 'setLimits', 'clearRequests'],
  ...['replayMessages', 'settleDeliveries'],
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
