import { ConfigError } from '../config/config.ts'
import { errorText } from '../util/error-text.ts'
import { invalidText } from '../util/invalid-text.ts'

/** Error: a definition declares something that is impossible or that cannot happen. */
export class DefinitionError extends ConfigError {
  /** JSON pointer of the declaration. */
  readonly pointer: string
  readonly reason: string

  /**
   * Creates the error.
   * @param source origin of the definition, such as its file
   */
  constructor(pointer: string, reason: string, source = 'the definition', options?: ErrorOptions) {
    super(invalidText(source, { pointer, reason }), options)
    this.pointer = pointer
    this.reason = reason
  }
}

/** Does what an entry of the definition demands. An error there gets the pointer of the entry. */
export function asDeclared<Result>(pointer: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (error instanceof DefinitionError) throw error
    const reason = errorText(error)
    throw new DefinitionError(pointer, reason, undefined, { cause: error })
  }
}
