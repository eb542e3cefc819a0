import type { BaseReader } from '../../store/base-reader.ts'
import { DamagedBaseError } from '../../store/digests/base-digest.ts'
import type { AnyBindings, Statement } from '../../store/statement.ts'
import { errorText } from '../../util/error-text.ts'

/**
 * Returns a base that is rebuilt, once, when a read finds it damaged. Until the rebuild is
 * complete, every read fails with a {@link DamagedBaseError}. Afterwards reads continue, because it
 * is the same world.
 * @param makeAgain function that opens the replacement
 * @param warn function that receives one line about the damage and one about the result
 */
export function repairedBase(
  first: BaseReader,
  makeAgain: () => Promise<BaseReader>,
  warn: (text: string) => void,
): BaseReader {
  let current = first
  let isRepaired = false
  let isClosed = false

  const repair = async () => {
    try {
      const next = await makeAgain()
      if (isClosed) {
        next.close()
        return
      }
      current.close()
      current = next
      warn(`${next.file} has been repaired`)
    } catch (error) {
      warn(
        `${first.file} could not be rebuilt: ${errorText(error)}; requests that read its damaged part get 503 until a restart, which rebuilds it`,
      )
    }
  }

  const failed = (error: unknown): unknown => {
    if (error instanceof DamagedBaseError && !isRepaired && !isClosed) {
      isRepaired = true
      warn(
        `${error.message}; it is being rebuilt, and until then requests that read the damaged part get 503`,
      )
      void repair()
    }
    return error
  }

  const orFail = <Result>(read: () => Result): Result => {
    try {
      return read()
    } catch (error) {
      throw failed(error)
    }
  }

  return {
    get file() {
      return current.file
    },
    meta: first.meta,
    verify: () => orFail(() => current.verify()),
    verifyNext: () => orFail(() => current.verifyNext()),
    putBack: () => current.putBack(),
    // Every request reads, so no closure is created for each read.
    all<Bindings extends AnyBindings, Row>(
      statement: Statement<Bindings, Row>,
      bindings: Bindings,
    ): Row[] {
      try {
        return current.all(statement, bindings)
      } catch (error) {
        throw failed(error)
      }
    },
    get<Bindings extends AnyBindings, Row>(
      statement: Statement<Bindings, Row>,
      bindings: Bindings,
    ): Row | undefined {
      try {
        return current.get(statement, bindings)
      } catch (error) {
        throw failed(error)
      }
    },
    contentDigest: () => current.contentDigest(),
    close() {
      isClosed = true
      current.close()
    },
  }
}
