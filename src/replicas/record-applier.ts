import { setTimeout as sleep } from 'node:timers/promises'
import { controlOperations } from '../../schemas/control/operations.ts'
import { ControlError } from '../control/control-error.ts'
import type { Controls } from '../control/controls.ts'
import { HttpError } from '../http/response/errors.ts'
import { mainWorldName, type WorldHandle } from '../http/worlds/world-handle.ts'
import { EngineAwayError, UnknownOutcomeError } from '../shared-log/errors.ts'
import { getJson } from '../shared-log/large-bodies.ts'
import type { LogRecord, SharedLog } from '../shared-log/shared-log.ts'
import { StateError } from '../store/state-error.ts'
import { monotonicMs } from '../time/clock.ts'
import { errorText } from '../util/error-text.ts'
import type { AdvanceInput, AdvancesInParts, StoredAdvance } from './advances/advances-in-parts.ts'
import type { CallerChanges } from './callers/caller-changes.ts'
import { makeMessages, type ReplicaDeliveries } from './callers/replica-deliveries.ts'
import type { UsageReports } from './callers/usage-reports.ts'
import type { LogFollower } from './following/log-follower.ts'
import { othersMs } from './following/membership.ts'
import type { Outcome, Proposals } from './proposals.ts'
import { isRecorded } from './recorded-operations.ts'
import type { RememberedOutcomes } from './remembered-outcomes.ts'
import type { ReplicaMeters } from './replica-meters.ts'
import type { SharedRequests } from './requests/shared-requests.ts'
import type { Skips } from './skips.ts'
import type { SandboxSnapshots } from './snapshots/sandbox-snapshots.ts'
import { obeySwitch } from './versions/sandbox-version.ts'

/** Milliseconds between two attempts to use the log. */
const retryMs = 200

interface ApplierOf {
  readonly log: Pick<SharedLog, 'getParts'>
  readonly follower: Pick<LogFollower, 'isClosed' | 'time'>
  readonly skips: Skips
  readonly proposals: Proposals
  readonly remembered: RememberedOutcomes
  readonly advances: AdvancesInParts
  readonly snapshots: SandboxSnapshots
  readonly requests: SharedRequests
  readonly callers: CallerChanges
  readonly deliveries: ReplicaDeliveries
  readonly usage: UsageReports
  readonly meters: ReplicaMeters
  /** Returns an open world. */
  handleOf(name: string): WorldHandle | undefined
  /** Returns all open worlds. */
  handles(): readonly WorldHandle[]
  controls(): Controls
  warn(text: string): void
}

/** Change that a record asks for. */
interface Change {
  readonly world: string
  readonly do: string
  readonly input: never
  /** Name of the replica that got the request. */
  readonly owner: string
  /** Text that no other record has. */
  readonly by: string
  readonly keyed: StoredAdvance['keyed']
}

/** Caller of the operations of records: the replica that got the request responds to it. */
const noCaller = { isGone: () => false, reportAdvance() {} }

/** Applies the records of a log to the worlds, each as every other replica does. */
export class RecordApplier {
  readonly #of: ApplierOf

  constructor(of: ApplierOf) {
    this.#of = of
  }

  /** Applies a record. @throws what is no refusal, which halts the replica */
  async apply(ordered: LogRecord): Promise<void> {
    const { skips, snapshots, requests, usage, proposals, handleOf } = this.#of
    if (skips.has(ordered)) return
    const { position, atMs } = ordered
    const record = JSON.parse(ordered.text)
    const handle = handleOf(record.world)
    const collected = () =>
      proposals.applied(record.by, { position, outcome: { result: null }, isReplayed: false })
    switch (record.do) {
      case 'skip':
        return skips.verify(record.of)
      case 'begin':
        return handle?.world.reset()
      case 'resume':
        return this.#skipTime(atMs - record.lastMs)
      case 'mark':
        return snapshots.verify(record)
      case 'snapshot':
        return snapshots.request(position, record.isWhole === true)
      case 'switch':
        return obeySwitch(record, ordered)
      case 'wait':
        return handle?.world.clock.waitForWorld()
      case 'pass':
        return this.#passTime(record)
      case 'collect':
        if (handle) await this.#report(atMs, () => requests.report(handle))
        return collected()
      case 'collectUsage':
        if (handle) await this.#report(atMs, () => usage.report(handle))
        return collected()
      case 'usage':
        return handle && usage.add(handle, record.input)
      default:
        return this.#change(ordered, record)
    }
  }

  /** Applies a change, or gives it the outcome of an earlier one with its key. */
  async #change({ position, atMs, text }: LogRecord, record: ParsedChange): Promise<void> {
    const { proposals, remembered, meters } = this.#of
    const { by, parts, key, request, ...rest } = record
    await this.#passTime(record)
    const keyed =
      key === undefined || request === undefined
        ? undefined
        : { key, request, atMs, bytes: text.length }
    const earlier = keyed && remembered.of(keyed)
    if (earlier) return proposals.applied(by, { position, outcome: earlier, isReplayed: true })
    const input = parts === undefined ? rest.input : await this.#inputOf(parts)
    const began = monotonicMs()
    const outcome = await this.#outcomeOf({ ...rest, by, keyed, input: input as never })
    meters.applications.add((monotonicMs() - began) / 1000)
    if ('refusal' in outcome) meters.refused++
    // One that waits, for another advance or for deliveries, is proposed again.
    const isWaiting = isRefusedToWait(rest.do, outcome) || isToWait(outcome)
    if (keyed && !isWaiting) remembered.add(keyed, outcome)
    const handle = this.#of.handleOf(record.world)
    if (handle) await this.#makeMessages(handle)
    proposals.applied(by, { position, outcome, isReplayed: false })
  }

  /**
   * Reports to a replica, which waits until this one has applied its record. What the log does not
   * take is repeated as long as that one may wait: it would miss it otherwise.
   * @param requestedMs engine's time of the record
   */
  async #report(requestedMs: number, report: () => Promise<void>): Promise<void> {
    const { follower, warn } = this.#of
    while (!follower.isClosed && follower.time.nowMs() - requestedMs <= othersMs)
      try {
        return await report()
      } catch (error) {
        if (!(error instanceof EngineAwayError || error instanceof UnknownOutcomeError))
          warn(`requests to this replica could not be reported: ${errorText(error)}`)
        await sleep(retryMs)
      }
  }

  /** Reads the large input of a record. It waits while the log is away. */
  async #inputOf(parts: string): Promise<unknown> {
    const { log, follower } = this.#of
    for (;;)
      try {
        return await getJson(log, parts)
      } catch (error) {
        if (follower.isClosed || !(error instanceof EngineAwayError)) throw error
        await sleep(retryMs)
      }
  }

  /** Lets everything happen that is due at the time of a record, before it. */
  async #passTime(record: { readonly world: string; readonly do: string }): Promise<void> {
    // A new world begins with what the main one has.
    const names = record.do === 'createWorld' ? [record.world, mainWorldName] : [record.world]
    for (const name of new Set(names)) {
      const handle = this.#of.handleOf(name)
      if (!handle) continue
      if (handle.world.clock.mode !== 'frozen') await handle.world.catchUp()
      await this.#makeMessages(handle)
    }
  }

  /** Makes the messages of new blocks, and has them sent. */
  async #makeMessages(handle: WorldHandle): Promise<void> {
    await makeMessages(handle)
    this.#of.deliveries.look(handle)
  }

  /** Leaves out time in which no replica was live. */
  #skipTime(ms: number): void {
    for (const { world } of this.#of.handles()) world.clock.skip(ms)
  }

  /** Performs a change. @throws errors that are no refusals */
  async #outcomeOf(change: Change): Promise<Outcome> {
    try {
      return { result: await this.#perform(change) }
    } catch (error) {
      const { RefusedActionError } = await import('../simulator/actions/refused-action-error.ts')
      const isRefusal =
        error instanceof RefusedActionError ||
        (error instanceof HttpError && error.statusCode < 500) ||
        (error instanceof ControlError && !['internal', 'no_space'].includes(error.code))
      if (!isRefusal) throw error
      return { refusal: error }
    }
  }

  async #perform(change: Change): Promise<unknown> {
    const { advances, callers, deliveries, handleOf, controls } = this.#of
    const { world, input, owner, by: id, keyed } = change
    const handle = handleOf(world)
    const control = () => controls().of(world === mainWorldName ? undefined : world)
    switch (change.do) {
      case 'issue':
        return handle?.world.act(input)
      case 'call':
        return callers.perform(handle, world, input)
      case 'attempt':
        return handle && deliveries.conclude(handle, input)
      case 'advanceClock':
        // A world that does not exist any more is refused in the usual way.
        if (!handle) return control()
        return advances.begin(handle, bodyOf(input), { id, owner, keyed })
      case 'advanceOn':
        return advances.goOn(world, handle, idOf(input))
      case 'stopAdvance':
        return advances.stop(world, handle, idOf(input))
    }
    const operation = controlOperations.find(({ operationId }) => operationId === change.do)
    if (!operation || !isRecorded(operation))
      throw new StateError(
        `the log has records of the kind ${change.do}, which this release does not know; update this replica`,
      )
    return control().perform(operation, input, noCaller)
  }
}

/** Body of the record of a change. */
interface ParsedChange extends Omit<Change, 'keyed'> {
  /** Name of a large body that has the input. */
  readonly parts?: string
  readonly key?: string
  readonly request?: string
}

const bodyOf = ({ body }: { readonly body: AdvanceInput }): AdvanceInput => body

const idOf = ({ of }: { readonly of: string }): string => of

const isRefusedToWait = (verb: string, outcome: Outcome): boolean =>
  verb === 'settleDeliveries' && 'refusal' in outcome

const isToWait = (outcome: Outcome): boolean =>
  'result' in outcome &&
  typeof outcome.result === 'object' &&
  outcome.result !== null &&
  'waitsFor' in outcome.result
