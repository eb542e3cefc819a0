import type { ControlOperation } from '../../../schemas/control/control-operation.ts'
import { ControlError } from '../../control/control-error.ts'
import type { Caller } from '../../control/group.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import { EngineAwayError } from '../../shared-log/errors.ts'
import type { LogFollower } from '../following/log-follower.ts'
import type { WaitForOthers } from '../following/membership.ts'
import { LogUnavailableError } from '../log-unavailable-error.ts'
import type { Proposals } from '../proposals.ts'
import type { MergedJournal } from './merged-journal.ts'

/** Milliseconds after which the control plane leaves out a replica that does not report. */
const silentMs = 1_000

interface SharedRequestsOf {
  /** Name of this replica. */
  readonly name: string
  readonly follower: LogFollower
  readonly proposals: Proposals
  journalOf(handle: WorldHandle): MergedJournal
}

/**
 * Collects the requests to worlds: a record asks for them, and each live replica has reported its
 * own ones when it has applied that.
 */
export class SharedRequests {
  readonly #of: SharedRequestsOf

  constructor(of: SharedRequestsOf) {
    this.#of = of
  }

  /**
   * Collects the requests to a world for an operation. A response without those of some replicas
   * names these, unless it would tell something wrong.
   * @throws ControlError
   */
  async collect(
    handle: WorldHandle,
    { operationId }: ControlOperation,
    caller: Caller,
  ): Promise<void> {
    const missing = await this.collectAll(handle, { timeoutMs: silentMs })
    if (missing.length === 0) return
    if (operationId === 'verifyRequests')
      throw new ControlError(
        'unavailable',
        `the requests of ${missing.join(', ')} are missing: these replicas did not respond in ${silentMs / 1000} second; try again`,
        { missing },
      )
    caller.reportMissing?.(missing)
  }

  /**
   * Collects the requests to a world.
   * @param wait how long it waits for other replicas
   * @returns names of replicas whose requests are missing
   */
  async collectAll(
    handle: WorldHandle,
    wait?: Pick<WaitForOthers, 'timeoutMs'>,
  ): Promise<readonly string[]> {
    const { name, follower, proposals, journalOf } = this.#of
    const journal = journalOf(handle)
    const record = { world: handle.name, do: 'collect', input: null }
    try {
      const { late } = await proposals.propose(record, { ...wait, isForReturning: true })
      await journal.collect()
      return late
    } catch (error) {
      if (!(error instanceof LogUnavailableError || error instanceof EngineAwayError)) throw error
      journal.showOwn()
      return follower.membership.live
        .map((replica) => replica.name)
        .filter((other) => other !== name)
    }
  }

  /**
   * Stores the requests to a world that this replica has not reported yet.
   * @throws when the log does not take them: they are stored the next time
   */
  async report(handle: WorldHandle): Promise<void> {
    const { follower, journalOf } = this.#of
    await journalOf(handle).report(await follower.membership.completeSince())
  }
}
