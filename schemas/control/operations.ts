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

/* The types are written out: the compiler would repeat those of all operations in its declarations. */

type Operations = readonly [
  ...typeof healthOperations,
  ...typeof metricsOperations,
  ...typeof worldOperations,
  ...typeof actOperations,
  ...typeof blockOperations,
  ...typeof clockOperations,
  ...typeof checkOperations,
  ...typeof snapshotOperations,
  ...typeof castOperations,
  ...typeof namedWorldOperations,
  ...typeof faultOperations,
  ...typeof scenarioOperations,
  ...typeof limitOperations,
  ...typeof requestOperations,
  ...typeof webhookOperations,
  ...typeof gapOperations,
  ...typeof documentOperations,
]

/** All operations below `/_admin`, in the order of the documents. */
export const controlOperations: Operations = [
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
]

type Calls = {
  readonly world: typeof worldCall
  readonly reset: typeof resetCall
  readonly act: typeof actCall
  readonly blocks: typeof blocksCall
  readonly clock: typeof clockCalls
  readonly check: typeof checkCall
  readonly snapshots: typeof snapshotCalls
  readonly export: typeof exportCall
  readonly import: typeof importCall
  readonly faults: typeof faultCalls
  readonly scenarios: typeof scenarioCalls
  readonly limits: typeof limitCalls
  readonly requests: typeof requestCalls
  readonly webhooks: typeof webhookCalls
  readonly deliveries: typeof deliveryCalls
  readonly cast: typeof castCall
  readonly worlds: typeof namedWorldCalls
  readonly gaps: typeof gapsCall
}

/** Methods of the library's object and of `connect(url)`. */
export const controlCalls: Calls = {
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
