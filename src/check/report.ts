/** What a rule found wrong. */
export interface Violation {
  /** Ids, hashes, addresses or heights of the things involved, most telling first. */
  readonly ids: readonly string[]
  readonly text: string
}

/** What one rule looked at and found. */
export interface RuleReport {
  readonly name: string
  /** Number of things it looked at. */
  readonly checked: number
  readonly violations: readonly Violation[]
}

/** What all rules found, in the order of the rules. */
export interface CheckReport {
  readonly rules: readonly RuleReport[]
  /** Sum over the rules. */
  readonly violations: number
}
