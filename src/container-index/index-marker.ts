import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { refuseNoFolder } from '../config/data-folder.ts'
import { StateError } from '../store/state-error.ts'
import { errorText } from '../util/error-text.ts'

/** State of a node's index that lasts from one run to the next. */
interface Marker {
  readonly wasEnabled: boolean
  /** Whether some run had the index off: containers accepted then are missing for good. */
  readonly isIncomplete: boolean
}

const fileName = 'index-marker.json'

/**
 * Refuses a start that would leave the index incomplete, or would serve an incomplete one. Section
 * 3 of the contract; both directions as in avalanchego's indexer. G-53: a node without a data
 * directory remembers nothing.
 * @returns function that records this start; call it when the server is up
 * @throws StateError unless `indexAllowIncomplete` is set; ConfigError when `dataDir` is no folder
 */
export function checkIndexMarker({
  dataDir,
  indexEnabled,
  indexAllowIncomplete,
}: Pick<Config, 'dataDir' | 'indexEnabled' | 'indexAllowIncomplete'>): () => void {
  if (dataDir === undefined) return () => {}
  refuseNoFolder(dataDir)
  const file = join(dataDir, fileName)
  const before = readMarker(file)
  if (!indexAllowIncomplete) {
    const hint = 'allow that with --index-allow-incomplete, or use another --data-dir'
    if (!indexEnabled && before?.wasEnabled)
      throw new StateError(
        `/ext/index would become incomplete: it was enabled before (${file}) and is disabled now; enable it again, ${hint}`,
      )
    if (indexEnabled && before?.isIncomplete)
      throw new StateError(
        `/ext/index is incomplete: it was disabled in an earlier run (${file}); ${hint}`,
      )
  }
  refuseUnwritable(dataDir)
  const after: Marker = {
    wasEnabled: indexEnabled || before?.wasEnabled === true,
    isIncomplete: !indexEnabled || before?.isIncomplete === true,
  }
  return () => writeMarker(file, after)
}

function readMarker(file: string): Marker | undefined {
  let text: string
  try {
    // The open of a named pipe would wait for its writer, perhaps for ever.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file')
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new StateError(`${file} cannot be read: ${errorText(error)}`)
  }
  const value = parsed(text)
  if (typeof value?.wasEnabled === 'boolean' && typeof value.isIncomplete === 'boolean')
    return value as Marker
  throw new StateError(`${file} is damaged; delete it to start as a new node`)
}

/**
 * Refuses an unwritable folder before the server is up, so that no client uses a server that cannot
 * record its start.
 */
function refuseUnwritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StateError(`${folder} cannot be used as --data-dir: ${errorText(error)}`)
  }
}

function parsed(text: string): Partial<Record<keyof Marker, unknown>> | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Writes to a temporary file and renames it, so that a process that dies leaves the old marker
 * whole.
 */
function writeMarker(file: string, marker: Marker): void {
  try {
    const unfinished = `${file}.${process.pid}.tmp`
    writeFileSync(unfinished, `${JSON.stringify(marker)}\n`)
    renameSync(unfinished, file)
  } catch (error) {
    throw new StateError(`${file} cannot be written: ${errorText(error)}`)
  }
}
