/** Request to check a world. */

import type { CheckReport } from '../check/report.ts'

export interface WantedCheck {
  readonly file: string
  /** Whether the file is a base, which is never written. */
  readonly isBase: boolean
  /** Names of the rules; absent: all. */
  readonly rules?: readonly string[]
}

/** Result of a check. */
export type CheckOutcome =
  | { readonly is: 'report'; readonly report: CheckReport }
  /** An unknown rule was requested. */
  | { readonly is: 'unknown'; readonly rule: string; readonly rules: readonly string[] }
  /** The heap has no room for the check: reason and remedy. G-141 */
  | { readonly is: 'no room'; readonly message: string }
  /** The world has another file now, or was removed. */
  | { readonly is: 'no file' }
