import { setTimeout as sleep } from 'node:timers/promises'
import type { BegunAdvance, ClockChange, Passed } from '../../../schemas/control/clock.ts'
import { refuseImpossible } from '../../control/clock-advances.ts'
import type { Caller } from '../../control/group.ts'
import { timeMs } from '../../control/parse-time.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import { paceOf } from '../../time/pace.ts'
import { errorText } from '../../util/error-text.ts'
import type { LogFollower } from '../following/log-follower.ts'
import { LogUnavailableError } from '../log-unavailable-error.ts'
import { type Proposal, type Proposals, resultOf } from '../proposals.ts'
import type { AdvanceStep, AdvancesInParts } from './advances-in-parts.ts'

/** Milliseconds until a part is requested again while the log cannot be reached. */
const retryMs = 500

/** Milliseconds between two looks for advances without an owner. */
const lookMs = 2_000

interface RequestsOf {
  /** Name of this replica, and the beginning of the ids of its advances. */
  readonly name: string
  readonly process: string
  readonly advances: AdvancesInParts
  readonly proposals: Pick<Proposals, 'propose'>
  readonly follower: Pick<LogFollower, 'membership'>
  warn(text: string): void
}

/** Requests for clock advances: the replica that gets one appends its parts. */
export class AdvanceRequests {
  readonly #of: RequestsOf
  readonly #timer: NodeJS.Timeout
  /** Ids of advances that this process goes on with. */
  readonly #mine = new Set<string>()
  /** Ids of advances whose replica was not live at the last look. */
  #absent: ReadonlySet<string> = new Set()
  /** Number of requests whose advance has not begun yet. */
  #begun = 0
  #isClosed = false

  constructor(of: RequestsOf) {
    this.#of = of
    this.#timer = setInterval(() => void this.#stopOwnerless().catch(() => {}), lookMs).unref()
  }

  /** Performs an advance. @throws ControlError, LogUnavailableError */
  async perform(
    handle: WorldHandle,
    record: Proposal,
    caller: Caller,
    isAwaited: boolean,
  ): Promise<Passed | BegunAdvance> {
    this.#begun++
    const begun = this.#begin(handle, record, caller, isAwaited)
    const { response } = await begun.finally(() => this.#begun--)
    return response
  }

  /**
   * Advances to a time if that is more than one part away. The advance may be stopped before.
   * @param to ISO 8601
   * @param change other settings that the clock gets. Rate and pace are those of the way there. One
   *   that is frozen stands from the beginning of the advance
   * @returns whether there was an advance
   */
  async goTo(
    handle: WorldHandle,
    to: string,
    caller: Caller,
    { mode, ...change }: Omit<ClockChange, 'now'>,
  ): Promise<boolean> {
    const { world } = handle
    const toMs = timeMs('/now', to)
    const pace = change.pace === undefined ? undefined : paceOf(String(change.pace))
    if (toMs - world.clock.nowMs() <= this.#of.advances.msOfPart(world, pace)) return false
    const of = { world: handle.name }
    const isFrozenNow = mode === 'frozen' && world.clock.mode !== mode
    const body = { ...(isFrozenNow && { mode }), ...change }
    if (Object.keys(body).length > 0) {
      refuseImpossible(world, toMs, pace)
      await this.#of.proposals.propose({ ...of, do: 'setClock', input: { body } })
    }
    const record = { ...of, do: 'advanceClock', input: { body: { to } } }
    await this.perform(handle, record, caller, true)
    return true
  }

  /**
   * Begins an advance when no other one is running, and goes on with it.
   * @returns its response, in an object so that nothing waits for it here
   */
  async #begin(
    { name: world }: WorldHandle,
    record: Proposal,
    { isGone, reportReplayed }: Caller,
    isAwaited: boolean,
  ): Promise<{ readonly response: Promise<Passed | BegunAdvance> }> {
    const { proposals, advances } = this.#of
    for (;;) {
      const proposed = await proposals.propose(record)
      const step = resultOf(proposed.outcome) as AdvanceStep
      if ('waitsFor' in step) {
        await advances.ended(step.waitsFor)
        continue
      }
      const { of, response } = step
      if (proposed.isReplayed) reportReplayed?.()
      if (response && (isAwaited || proposed.isReplayed))
        return { response: Promise.resolve(response) }
      if (proposed.isReplayed) return { response: this.#end(of) }
      const rest = this.#goOn(world, of, isAwaited ? isGone : () => false)
      if (!response) return { response: rest }
      rest.catch((error) => this.#of.warn(`the clock advance has failed: ${errorText(error)}`))
      return { response: Promise.resolve(response) }
    }
  }

  /** Stops the advances that this replica goes on with: it leaves. */
  async end(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const { advances, proposals } = this.#of
    for (const { id, handle } of advances.all)
      if (this.#mine.has(id))
        await proposals
          .propose({ world: handle.name, do: 'stopAdvance', input: { of: id } })
          .catch(() => {})
  }

  /** Appends parts until an advance has ended. */
  async #goOn(world: string, id: string, isGone: () => boolean): Promise<Passed> {
    const { advances, proposals } = this.#of
    this.#mine.add(id)
    try {
      for (;;) {
        const isLeft = isGone() || this.#isClosed
        const verb = isLeft ? 'stopAdvance' : 'advanceOn'
        const part = await proposals
          .propose({ world, do: verb, input: { of: id } })
          .catch(async (error) => {
            if (!(error instanceof LogUnavailableError) || isLeft) throw error
            await sleep(retryMs)
          })
        if (!part) continue
        resultOf(part.outcome)
        if (!advances.isRunning(id)) return advances.responseOf(id)
      }
    } finally {
      this.#mine.delete(id)
    }
  }

  /** Returns the response to an advance when that has ended. */
  async #end(id: string): Promise<Passed> {
    const { advances } = this.#of
    await advances.ended(id)
    return advances.responseOf(id)
  }

  /** Stops advances whose replica is not live any more, or was started again. */
  async #stopOwnerless(): Promise<void> {
    const { name, process, advances, follower, proposals } = this.#of
    const live = new Set(follower.membership.live.map((replica) => replica.name))
    const absent = new Set(
      advances.all.filter(({ owner }) => live.size > 0 && !live.has(owner)).map(({ id }) => id),
    )
    // After the log was away, the first look may be before the next beat of its replica.
    const wasAbsent = this.#absent
    this.#absent = absent
    const isOver = (id: string, owner: string) => {
      if (id.startsWith(`${process}/`)) return this.#begun === 0 && !this.#mine.has(id)
      return owner === name || (absent.has(id) && wasAbsent.has(id))
    }
    for (const { id, owner, handle } of advances.all)
      if (isOver(id, owner))
        await proposals.propose({ world: handle.name, do: 'stopAdvance', input: { of: id } })
  }
}
