import { createHash } from 'node:crypto'
import { ControlError } from '../control/control-error.ts'
import type { Outcome } from './proposals.ts'

/** Number of keys that are remembered. */
const maxKeys = 10_000

/** Milliseconds of the engine's time for which a key is remembered. */
const rememberedMs = 24 * 3_600_000

/** Bytes of the remembered records: their outcomes are larger by a factor that is about constant. */
const maxBytes = 16 * 1024 * 1024

/** A record with the key of its request. */
export interface KeyedRecord {
  readonly key: string
  /** Digest of what was requested: {@link requestDigest}. */
  readonly request: string
  /** Engine's time, milliseconds since 1970. */
  readonly atMs: number
  readonly bytes: number
}

interface Remembered extends KeyedRecord {
  readonly outcome: Outcome
}

/** What is remembered of a record, as JSON. */
export interface StoredOutcome extends KeyedRecord {
  readonly outcome:
    | { readonly result: unknown }
    | { readonly refusal: Pick<ControlError, 'code' | 'message' | 'details'> }
}

/**
 * Outcomes of the last changes whose requests had a key. What is remembered follows from the log
 * alone, so that each replica gives a repeated request the same outcome.
 */
export class RememberedOutcomes {
  #byKey = new Map<string, Remembered>()
  #bytes = 0

  /** Returns the outcome of an earlier record with this key; undefined: there is none. */
  of(record: KeyedRecord): Outcome | undefined {
    this.#forget(record.atMs)
    const first = this.#byKey.get(record.key)
    if (!first) return undefined
    if (first.request === record.request) return first.outcome
    return {
      refusal: new ControlError(
        'not_possible',
        'the idempotency-key belongs to an earlier request with another path or body; use a new key',
      ),
    }
  }

  /** Tells whether there was an earlier record with a key. It may be forgotten by the next one. */
  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** Remembers the outcome of a record whose key is not known yet. */
  add(record: KeyedRecord, outcome: Outcome): void {
    this.#byKey.set(record.key, { ...record, outcome })
    this.#bytes += record.bytes
    this.#forget(record.atMs)
  }

  /** Replaces the outcome of a record that is remembered. */
  replace(record: KeyedRecord, outcome: Outcome): void {
    const known = this.#byKey.get(record.key)
    if (known?.request === record.request) this.#byKey.set(record.key, { ...known, outcome })
  }

  /** Returns everything that is remembered, as a value for JSON. */
  stored(): StoredOutcome[] {
    return [...this.#byKey.values()].map(({ outcome, ...record }) => {
      if (!('refusal' in outcome)) return { ...record, outcome }
      if (!(outcome.refusal instanceof ControlError))
        throw new Error('internal error: a request with a key was refused by no ControlError')
      const { code, message, details } = outcome.refusal
      return { ...record, outcome: { refusal: { code, message, details } } }
    })
  }

  /** Replaces everything that is remembered. */
  restore(stored: readonly StoredOutcome[]): void {
    this.#byKey = new Map()
    this.#bytes = 0
    for (const { outcome, ...record } of stored)
      this.add(record, 'refusal' in outcome ? refusalOf(outcome) : outcome)
  }

  /** Removes the oldest ones, beyond the bounds of time, number and size. */
  #forget(nowMs: number): void {
    for (const [key, { atMs, bytes }] of this.#byKey) {
      const isWithin = nowMs - atMs < rememberedMs && this.#byKey.size <= maxKeys
      if (isWithin && this.#bytes <= maxBytes) return
      this.#byKey.delete(key)
      this.#bytes -= bytes
    }
  }
}

const refusalOf = ({
  refusal: { code, message, details },
}: {
  readonly refusal: Pick<ControlError, 'code' | 'message' | 'details'>
}): Outcome => ({ refusal: new ControlError(code, message, details) })

/**
 * Returns a digest of what a record asks for.
 * @param key idempotency key, with which secrets in the input have different digests each time
 */
export const requestDigest = (
  record: { readonly world: string; readonly do: string; readonly input: unknown },
  key: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([key, record.world, record.do, record.input]))
    .digest('base64url')
