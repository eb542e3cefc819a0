import { actCall, actOperations } from './acts.ts'
import { castCall, castOperations } from './cast.ts'
import { checkCall, checkOperations } from './checks.ts'
import { clockCalls, clockOperations } from './clock.ts'
import { documentOperations } from './documents.ts'
import { gapOperations, gapsCall } from './gaps.ts'
import { healthOperations } from './health.ts'

/** Everything below `/_admin`, in the order of the documents. */
export const controlOperations = [
  ...healthOperations,
  ...actOperations,
  ...clockOperations,
  ...checkOperations,
  ...castOperations,
  ...gapOperations,
  ...documentOperations,
] as const

/** The methods of the library's object and of `connect(url)`. */
export const controlCalls = {
  act: actCall,
  clock: clockCalls,
  check: checkCall,
  cast: castCall,
  gaps: gapsCall,
}
