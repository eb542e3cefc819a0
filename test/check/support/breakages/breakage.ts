/** One thing to break, and the rule that has to find it by its `id`. */
export interface Breakage {
  readonly rule: string
  /** Selects the `id` that the rule has to name, and what `change` binds. */
  readonly pick: string
  readonly change: string
}
