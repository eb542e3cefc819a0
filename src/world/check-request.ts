/** What is to be checked. */

import type { CheckReport } from '../check/report.ts'

export interface WantedCheck {
  readonly file: string
  /** Whether that is a base, which nobody writes. */
  readonly isBase: boolean
  /** Names of the rules; all when absent. */
  readonly rules?: readonly string[]
}

/** What comes of it. */
export type CheckOutcome =
  | { readonly is: 'report'; readonly report: CheckReport }
  /** There is no such rule. */
  | { readonly is: 'unknown'; readonly rule: string; readonly rules: readonly string[] }
  /** The heap has no room for it: why, and what to do. G-141 */
  | { readonly is: 'no room'; readonly message: string }
  /** The world has another file by now, or was removed. */
  | { readonly is: 'no file' }
