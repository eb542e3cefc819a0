import { setTimeout as sleep } from 'node:timers/promises'
import { EngineAwayError, UnknownOutcomeError } from '../shared-log/errors.ts'
import { cutIntoParts } from '../shared-log/large-bodies.ts'
import type { LogRecord, RecordBody, SharedLog } from '../shared-log/shared-log.ts'
import { monotonicMs } from '../time/clock.ts'
import type { LogFollower } from './following/log-follower.ts'
import type { WaitForOthers } from './following/membership.ts'
import { LogUnavailableError } from './log-unavailable-error.ts'
import type { ReplicaMeters } from './replica-meters.ts'

/** Outcome of applying a record: a result, or the refusal by the rules of the world. */
export type Outcome = { readonly result: unknown } | { readonly refusal: unknown }

/** Returns the result of a record. @throws its refusal */
export function resultOf(outcome: Outcome): unknown {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.result
}

/** What came of a record. */
export interface Applied {
  readonly position: number
  readonly outcome: Outcome
  /** Whether it is the outcome of an earlier record with the same key. */
  readonly isReplayed: boolean
}

/** What came of a record of this replica. */
export interface Proposed extends Applied {
  /** Live replicas that have not applied it in time. */
  readonly late: readonly string[]
}

/** A change, before it has its place. */
export interface Proposal {
  readonly world: string
  readonly do: string
  readonly input: unknown
  /** Idempotency key of its request, and digest of what that asks for. */
  readonly key?: string
  readonly request?: string
}

/** Bytes of a record's JSON from which its input lies beside the log. */
const maxRecordBytes = 512 * 1024

/** Milliseconds without word from the log after which an outcome is reported as unknown. */
const unknownMs = 5_000

/** Changes of this process that wait for their place in the log, and for being applied there. */
export class Proposals {
  readonly #log: SharedLog
  readonly #follower: LogFollower
  readonly #owner: string
  readonly #prefix: string
  readonly #meters: Pick<ReplicaMeters, 'unknown'>
  #count = 0
  readonly #pending = new Map<string, (applied: Applied) => void>()

  /**
   * Creates the proposals.
   * @param owner name of this replica
   * @param process text that no other process, and no earlier process of this name, uses
   */
  constructor(
    log: SharedLog,
    follower: LogFollower,
    { owner, process }: { readonly owner: string; readonly process: string },
    meters: Pick<ReplicaMeters, 'unknown'>,
  ) {
    this.#log = log
    this.#follower = follower
    this.#owner = owner
    this.#prefix = process
    this.#meters = meters
  }

  /** Reports what came of a record of any replica. */
  applied(by: string, applied: Applied): void {
    this.#pending.get(by)?.(applied)
  }

  /**
   * Appends a record, and returns what came of it when all live replicas have applied it.
   * @throws LogUnavailableError
   */
  async propose(record: Proposal, others?: WaitForOthers): Promise<Proposed> {
    this.#count++
    const by = `${this.#prefix}/${this.#count}`
    const applied = new Promise<Applied>((resolve) => {
      this.#pending.set(by, resolve)
    })
    try {
      const appended = await this.#append({ ...record, owner: this.#owner, by }, by)
      const isAlone = appended && this.#follower.membership.isAlone()
      if (appended) this.#follower.take(appended)
      const found = await this.#unlessAway(applied, appended !== undefined)
      if (await isAlone) return { ...found, late: [] }
      return {
        ...found,
        late: await this.#follower.membership.othersApplied(found.position, others),
      }
    } finally {
      this.#pending.delete(by)
    }
  }

  /** Returns the record with its place; undefined: it may get one. */
  async #append(
    record: RecordBody & { readonly by: string },
    by: string,
  ): Promise<LogRecord | undefined> {
    try {
      const appended = await this.#log.append(await this.#fitting(record, by))
      return appended === 'lost' ? undefined : appended
    } catch (error) {
      if (error instanceof EngineAwayError) throw new LogUnavailableError('none', { cause: error })
      // The log may tell: then it is applied here, and the waiting ends.
      if (error instanceof UnknownOutcomeError) return undefined
      throw error
    }
  }

  /** Returns a record whose large input lies beside the log. */
  async #fitting(record: RecordBody, by: string): Promise<RecordBody> {
    const { input, ...rest } = record
    const bytes = Buffer.from(JSON.stringify(input) ?? 'null')
    if (bytes.length <= maxRecordBytes) return record
    await this.#log.putParts(`input/${by}`, cutIntoParts([bytes]))
    return { ...rest, parts: `input/${by}` }
  }

  /**
   * Waits as long as the log can be read, and some seconds longer. For a record that may have no
   * place it waits these seconds only: a log that can be read does not say that it never gets one.
   */
  async #unlessAway<Result>(applied: Promise<Result>, hasPlace: boolean): Promise<Result> {
    let lastWord = monotonicMs()
    for (;;) {
      const first = await Promise.race([applied, sleep(200, undefined, { ref: false })])
      if (first !== undefined) return first
      if (this.#follower.halted !== undefined) throw this.#unknown()
      if (hasPlace && this.#follower.contact.awaySeconds === undefined) lastWord = monotonicMs()
      if (monotonicMs() - lastWord > unknownMs) throw this.#unknown()
    }
  }

  #unknown(): LogUnavailableError {
    this.#meters.unknown++
    return new LogUnavailableError('unknown')
  }
}
