import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { digestOf, type FileDigest } from '../../store/digests/file-digest.ts'
import { errorText } from '../../util/error-text.ts'
import { lockOf } from '../../world/storage/world-dirs.ts'
import type { LogPlace } from '../following/log-place.ts'
import { ownVersion, versionText } from '../versions/version.ts'
import type { Captured } from './archive.ts'
import type { SandboxState } from './sandbox-state.ts'

const folderName = 'replica'
const stateName = 'state.json'

interface Stored {
  readonly version: string
  readonly sandbox: string
  readonly place: LogPlace
  readonly state: SandboxState
  /** Files below the folder. */
  readonly files: readonly (FileDigest & { readonly name: string })[]
}

/**
 * State that a replica leaves in the folder of `--data-dir` when it ends, so that its next start
 * need not fetch one.
 */
export class LocalState {
  readonly #folder: string
  readonly #sandbox: string
  readonly #warn: (text: string) => void
  readonly #lock: { release(): void }
  #stored: Stored | undefined

  /** Opens the folder. @throws StateError when another process uses it, or it cannot be written */
  constructor(dataDir: string, sandbox: string, warn: (text: string) => void) {
    this.#lock = lockOf(dataDir)
    this.#folder = join(dataDir, folderName)
    this.#sandbox = sandbox
    this.#warn = warn
    this.#stored = this.#read()
  }

  /** Place of the state; undefined: there is none of this version and sandbox. */
  get place(): LogPlace | undefined {
    return this.#stored?.place
  }

  /** Copies the files of the state below a folder. @returns undefined when one is damaged */
  copyTo(folder: string): SandboxState | undefined {
    try {
      for (const { name, size, crc32 } of this.#stored?.files ?? []) {
        const [from, to] = [join(this.#folder, name), join(folder, name)]
        mkdirSync(dirname(to), { recursive: true })
        copyFileSync(from, to)
        const copied = digestOf(to)
        if (copied.size !== size || copied.crc32 !== crc32) throw new Error(`${from} has changed`)
      }
      return this.#stored?.state
    } catch (error) {
      this.#discard(error)
      return undefined
    }
  }

  /** Stores a state in place of an earlier one. */
  async save(place: LogPlace, capture: (folder: string) => Promise<Captured>): Promise<void> {
    const unfinished = `${this.#folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    const { value, files } = await capture(unfinished)
    const stored = {
      ...{ version: versionText(ownVersion), sandbox: this.#sandbox, place, state: value },
      files: files.map(({ name, path }) => ({ name, ...digestOf(path) })),
    }
    writeFileSync(join(unfinished, stateName), JSON.stringify(stored))
    rmSync(this.#folder, { recursive: true, force: true })
    renameSync(unfinished, this.#folder)
  }

  /** Releases the folder for other processes. */
  close(): void {
    this.#lock.release()
  }

  #read(): Stored | undefined {
    const path = join(this.#folder, stateName)
    if (!existsSync(path)) return undefined
    try {
      const stored: Stored = JSON.parse(readFileSync(path, 'utf8'))
      const { version, sandbox } = stored
      return version === versionText(ownVersion) && sandbox === this.#sandbox ? stored : undefined
    } catch (error) {
      this.#discard(error)
      return undefined
    }
  }

  #discard(error: unknown): void {
    this.#stored = undefined
    this.#warn(`the state in ${this.#folder} is left out: ${errorText(error)}`)
  }
}
