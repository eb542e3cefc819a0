import { actCall, actOperations } from './acts.ts'
import { blockOperations, blocksCall } from './blocks.ts'
import { castCall, castOperations } from './cast.ts'
import { checkCall, checkOperations } from './checks.ts'
import { clockCalls, clockOperations } from './clock.ts'
import { documentOperations } from './documents.ts'
import { faultCalls, faultOperations } from './faults.ts'
import { gapOperations, gapsCall } from './gaps.ts'
import { healthOperations } from './health.ts'
import { limitCalls, limitOperations } from './limits.ts'
import { metricsOperations } from './metrics.ts'
import { requestCalls, requestOperations } from './requests.ts'
import { scenarioCalls, scenarioOperations } from './scenarios.ts'
import { snapshotCalls, snapshotOperations } from './snapshots.ts'
import { deliveryCalls, webhookCalls, webhookOperations } from './webhooks.ts'
import { exportCall, importCall, resetCall, worldCall, worldOperations } from './world.ts'
import { namedWorldCalls, namedWorldOperations } from './worlds.ts'

/** All operations below `/_admin`, in the order of the documents. */
export const controlOperations = [
  ...healthOperations,
  ...metricsOperations,
  ...worldOperations,
  ...actOperations,
  ...blockOperations,
  ...clockOperations,
  ...checkOperations,
  ...snapshotOperations,
  ...castOperations,
  ...namedWorldOperations,
  ...faultOperations,
  ...scenarioOperations,
  ...limitOperations,
  ...requestOperations,
  ...webhookOperations,
  ...gapOperations,
  ...documentOperations,
] as const

/** Methods of the library's object and of `connect(url)`. */
export const controlCalls = {
  world: worldCall,
  reset: resetCall,
  act: actCall,
  blocks: blocksCall,
  clock: clockCalls,
  check: checkCall,
  snapshots: snapshotCalls,
  export: exportCall,
  import: importCall,
  faults: faultCalls,
  scenarios: scenarioCalls,
  limits: limitCalls,
  requests: requestCalls,
  webhooks: webhookCalls,
  deliveries: deliveryCalls,
  cast: castCall,
  worlds: namedWorldCalls,
  gaps: gapsCall,
}
