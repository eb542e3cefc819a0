import type { ActionResult } from '../../../schemas/control/actions/index.ts'
import type { TransactionPool } from '../../http/worlds/transaction-pool.ts'
import type { IssuedBytes, Issuer } from '../../json-rpc/method.ts'
import { refusalIn } from '../issue-tx.ts'

interface Waiting {
  readonly issued: IssuedBytes
  resolve(result: ActionResult | undefined): void
  reject(error: unknown): void
}

/** Number of requests of a batch that may fail in the middle: each one reopens the simulation. */
const maxFailures = 4

/** Issuer that collects transactions and issues them in one request, so that they share blocks. */
export class SharedIssuer implements Issuer {
  readonly #issuer: Issuer
  #waiting: Waiting[] = []

  constructor(issuer: Issuer) {
    this.#issuer = issuer
  }

  /** Collects a transaction; the promise settles when `issueCollected` has issued it. */
  issue(issued: IssuedBytes): Promise<ActionResult | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ issued, resolve, reject })
    })
  }

  issueTogether(issued: readonly IssuedBytes[]): Promise<readonly ActionResult[]> {
    return this.#issuer.issueTogether(issued)
  }

  noteRefusal(txId: string, reason: string): void {
    this.#issuer.noteRefusal(txId, reason)
  }

  refusalOf(txId: string): string | undefined {
    return this.#issuer.refusalOf(txId)
  }

  get pool(): TransactionPool | undefined {
    return this.#issuer.pool
  }

  /** Issues the collected transactions in order; a refused one does not affect the others. */
  async issueCollected(): Promise<void> {
    let left = this.#waiting
    this.#waiting = []
    for (let failures = 0; left.length > 0; ) {
      // A refusal of the first transaction costs nothing, of a later one a new simulation.
      const group = failures < maxFailures ? left : left.slice(0, 1)
      const refusedAt = await this.#issueGroup(group)
      left = left.slice(refusedAt === undefined ? group.length : refusedAt + 1)
      if (refusedAt !== undefined && refusedAt > 0) failures++
    }
  }

  /** Issues a group up to its first refusal, and returns the index of that. */
  async #issueGroup(group: readonly Waiting[]): Promise<number | undefined> {
    try {
      const results = await this.#issuer.issueTogether(group.map(({ issued }) => issued))
      for (const [index, { resolve }] of group.entries()) resolve(results[index])
      return undefined
    } catch (error) {
      const index = refusalIn(error) === undefined ? undefined : indexOf(error)
      const refused = index === undefined ? undefined : group[index]
      if (index === undefined || !refused) {
        for (const { reject } of group) reject(error)
        return undefined
      }
      if (index > 0) {
        // The request was refused as a whole: the transactions before are still to be issued.
        const earlier = await this.#issueGroup(group.slice(0, index))
        if (earlier !== undefined) return earlier
      }
      refused.reject(error)
      return index
    }
  }
}

/** Returns the index of the refused action in its request. */
const indexOf = (error: unknown): number | undefined =>
  error instanceof Error && 'index' in error && typeof error.index === 'number'
    ? error.index
    : undefined
