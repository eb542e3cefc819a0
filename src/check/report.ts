/** A violation found by a rule. */
export interface Violation {
  /** Ids, hashes, addresses or heights of the things involved, the most informative first. */
  readonly ids: readonly string[]
  readonly text: string
}

/** Checked things and violations of one rule. */
export interface RuleReport {
  readonly name: string
  /** Number of things checked. */
  readonly checked: number
  readonly violations: readonly Violation[]
}

/** Report of all rules, in the order of the rules. */
export interface CheckReport {
  readonly rules: readonly RuleReport[]
  /** Sum over the rules. */
  readonly violations: number
}
