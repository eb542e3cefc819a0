import { ConfigError } from '../config/config.ts'

/** What a definition declares cannot be, or cannot come to pass. */
export class DefinitionError extends ConfigError {
  /** JSON pointer of what is declared. */
  readonly pointer: string
  readonly reason: string

  /** @param source where the definition comes from, such as its file */
  constructor(pointer: string, reason: string, source = 'the definition', options?: ErrorOptions) {
    super(`${source}: ${pointer} does not fit: ${reason}`, options)
    this.pointer = pointer
    this.reason = reason
  }
}

/** Does what a place of the definition asks for; what goes wrong there is told with the place. */
export function asDeclared<Result>(pointer: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (error instanceof DefinitionError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DefinitionError(pointer, reason, undefined, { cause: error })
  }
}
