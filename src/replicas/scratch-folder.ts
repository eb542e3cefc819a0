import { makeTemporary, sweepTemporary, type TemporaryFolder } from '../world/temporary-folder.ts'

const prefix = 'snowglobe-snapshot-'

/** Creates a folder for files of snapshots. */
export const makeScratchFolder = (): TemporaryFolder => makeTemporary(prefix)

/** Removes those that killed processes have left behind. */
export const sweepScratchFolders = (): void => sweepTemporary(prefix)
