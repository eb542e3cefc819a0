import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LifeSettings } from '../simulator/life.ts'
import { worldId } from '../simulator/world-id.ts'
import { type BaseReader, openBase } from '../store/base-reader.ts'

/**
 * Opens the base of a world, building it first when no folder holds it. A base appears under its
 * name only when it is whole: a process that dies while building leaves no half of one, and
 * servers that build the same world at the same time do not disturb each other.
 * @param folders where to look, in order; a missing base goes into the first that can be written
 */
export async function openCachedBase(
  folders: readonly string[],
  settings: LifeSettings,
  onProgress: (done: number) => void = () => {},
): Promise<BaseReader> {
  const name = fileNameOf(settings)
  for (const folder of folders) {
    // A damaged base is as good as none: everything in it follows from the settings.
    const base = openIfWhole(join(folder, name))
    if (base) return base
  }
  const workshop = openWorkshop(folders)
  try {
    const unfinished = join(workshop, name)
    await build(unfinished, settings, onProgress)
    const file = join(dirname(workshop), name)
    renameSync(unfinished, file)
    return openBase(file)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

const fileNameOf = (settings: LifeSettings) => `world-${worldId(settings).slice(0, 32)}.sqlite`

function openIfWhole(file: string): BaseReader | undefined {
  try {
    return openBase(file)
  } catch {
    return undefined
  }
}

/** A folder of one builder's own in the first folder that can be written. */
function openWorkshop(folders: readonly string[]): string {
  let refusal: unknown
  for (const folder of folders)
    try {
      mkdirSync(folder, { recursive: true })
      return mkdtempSync(join(folder, 'building-'))
    } catch (error) {
      refusal = error
    }
  throw new Error(`no folder for built worlds can be written: ${folders.join(', ')}`, {
    cause: refusal,
  })
}

async function build(
  file: string,
  settings: LifeSettings,
  onProgress: (done: number) => void,
): Promise<void> {
  // Not loaded by a start that finds its world: the makers and their cryptography are large.
  const { createBase } = await import('../store/base-writer.ts')
  const { buildWorld } = await import('../simulator/build.ts')
  const writer = createBase(file)
  try {
    await buildWorld(settings, writer, onProgress)
  } catch (error) {
    writer.discard()
    throw error
  }
}
