import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { WorldSource } from '../../simulator/simulation.ts'
import { digestOfBase } from '../../store/digests/base-digest.ts'
import { asNoSpace } from '../../store/no-space.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'
import { deferJit } from '../engine.ts'
import type { WorldFiles } from './cache-files.ts'

/** Builds a base. Between the steps other work of the process continues, including signals. */
export const buildBase = (
  files: WorldFiles,
  key: string,
  settings: WorldSource,
  onProgress: (done: number) => void,
): Promise<void> =>
  putInPlace(files, async () => {
    await fill(files.unfinished, settings, onProgress)
    return digestOfBase(files.unfinished, key)
  })

/**
 * Renames a base to its final name after it is complete and on the disk.
 * @param make function that writes the unfinished base and returns its digest
 */
export async function putInPlace(files: WorldFiles, make: () => Promise<Buffer>): Promise<void> {
  const removePartial = () => {
    rmSync(files.unfinished, { force: true })
    rmSync(files.lock, { force: true })
  }
  process.on('exit', removePartial)
  try {
    const digest = await make()
    // Otherwise another process could open the damaged base before it with the new digest.
    rmSync(files.base, { force: true })
    writeFileSync(files.digest, digest)
    // A power cut must not leave a name without its content.
    for (const file of [files.unfinished, files.digest]) sync(file)
    renameSync(files.unfinished, files.base)
    sync(dirname(files.base))
  } catch (error) {
    throw asNoSpace(error, dirname(files.base))
  } finally {
    process.off('exit', removePartial)
    rmSync(files.unfinished, { force: true })
  }
}

async function fill(
  file: string,
  settings: WorldSource,
  onProgress: (done: number) => void,
): Promise<void> {
  // Loaded on demand: the builders and their cryptography are large, and a start with a cached
  // world does not need them.
  const { createBase } = await import('../../store/base-writer.ts')
  const { buildWorld } = await import('../../simulator/build.ts')
  rmSync(file, { force: true })
  const store = createBase(file)
  try {
    await deferJit(() =>
      buildWorld(settings, store, async (done) => {
        onProgress(done)
        await yieldToEventLoop()
      }),
    )
  } catch (error) {
    store.discard()
    throw error
  }
}

function sync(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
