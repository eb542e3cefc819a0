/* Headers of Snowglobe's own. */

/** Of a request: the error that it wants to meet. Of an answer: the id of the rule that touched it. */
export const faultHeader = 'x-snowglobe-fault'
/** Of a request: the world that it asks. */
export const worldHeader = 'x-snowglobe-world'
/** Of a request: the dialect that it wants. Of an answer: the one that it is in. */
export const dialectHeader = 'x-snowglobe-dialect'
/** Of an answer: how far a world had come whose last whole state it shows, because time passes in it. */
export const passingHeader = 'x-snowglobe-passing'
