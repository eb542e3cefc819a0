/** A state file that cannot be used, or that forbids this start. Ends the process with 4. */
export class StateError extends Error {}

/** A state file that is not what was written. */
export class DamagedFileError extends StateError {}
