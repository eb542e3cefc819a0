import type { InitialState } from './storage/initial-state.ts'
import { inSlices } from './storage/slices.ts'
import type { WorldStorage } from './storage/world-storage.ts'

/** Digest of a world's content. It is computed on request and cached until its rows change. */
export class Fingerprint {
  readonly #storage: WorldStorage
  readonly #initialState: InitialState
  #known: { readonly revision: number; readonly digest: string } | undefined
  /** Digest under computation. */
  #sought: { readonly revision: number; readonly digest: Promise<string | undefined> } | undefined

  constructor(storage: WorldStorage, initialState: InitialState) {
    this.#storage = storage
    this.#initialState = initialState
  }

  /** Returns the digest of a revision, if known. */
  of(revision: number): string | undefined {
    if (this.#known?.revision === revision) return this.#known.digest
    const isBase = !this.#storage.isWritten && this.#initialState.head === 0
    return isBase ? this.#initialState.reader.meta.fingerprint : undefined
  }

  /**
   * Computes the digest of the committed state, which is the present revision. Requests are served
   * meanwhile. Returns undefined when it is stopped.
   */
  find(revision: number, isStopped: () => boolean): Promise<string | undefined> {
    const known = this.of(revision)
    if (known !== undefined) return Promise.resolve(known)
    if (this.#sought?.revision !== revision)
      this.#sought = { revision, digest: this.#find(revision, isStopped) }
    return this.#sought.digest
  }

  async #find(revision: number, isStopped: () => boolean): Promise<string | undefined> {
    const digest = this.#storage.reader.contentDigest()
    try {
      await inSlices({
        some(isLate) {
          while (digest.add()) if (isLate()) return false
          return true
        },
        isStopped,
      })
      if (isStopped()) return undefined
      const found = digest.hex()
      this.#known = { revision, digest: found }
      return found
    } finally {
      digest.close()
      if (this.#sought?.revision === revision) this.#sought = undefined
    }
  }
}
