/* Headers that are Snowglobe's own. */

/**
 * Request: the error that the client wants to meet. Response: the id of the rule that acted on it.
 */
export const faultHeader = 'x-snowglobe-fault'
/** Request: the world that it addresses. */
export const worldHeader = 'x-snowglobe-world'
/** Request: the dialect that the client wants. Response: the dialect that it uses. */
export const dialectHeader = 'x-snowglobe-dialect'
/**
 * Response: time that the world had reached when it shows its last complete state during a clock
 * advance.
 */
export const advanceHeader = 'x-snowglobe-passing'
/** Request: text by which replicas recognize a repeated request for a change. */
export const idempotencyHeader = 'idempotency-key'
/** Response: `true` when it is that of an earlier request with the same text. */
export const replayedHeader = 'x-snowglobe-replayed'
/** Response: names of live replicas whose requests it lacks. */
export const missingHeader = 'x-snowglobe-missing'
