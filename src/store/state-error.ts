/** Error: a state file that is unusable or forbids this start. The process exits with code 4. */
export class StateError extends Error {
  override readonly name: string = 'StateError'
}

/** Error: a state file that differs from the one written. */
export class DamagedFileError extends StateError {
  override readonly name = 'DamagedFileError'
}
