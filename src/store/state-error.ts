/** Error: a state file that is unusable or forbids this start. The process exits with code 4. */
export class StateError extends Error {
  /** Name of the class, also in logs. */
  override readonly name: string = 'StateError'
}

/** Error: a state file that differs from the one written. */
export class DamagedFileError extends StateError {
  /** Name of the class, also in logs. */
  override readonly name = 'DamagedFileError'
}
