import { statSync } from 'node:fs'
import { ConfigError } from './config.ts'

/**
 * Refuses a `--data-dir` that can be no folder, because it or a part of its path is something else.
 * A folder that does not exist yet is fine.
 * @throws ConfigError
 */
export function refuseNoFolder(dataDir: string): void {
  const reason = reasonAgainst(dataDir)
  if (reason !== undefined)
    throw new ConfigError(`${dataDir} cannot be used as --data-dir: ${reason}`)
}

function reasonAgainst(dataDir: string): string | undefined {
  try {
    return statSync(dataDir).isDirectory() ? undefined : 'it is no directory'
  } catch (error) {
    const isThroughFile = error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
    // What else is wrong appears when the folder is used.
    return isThroughFile ? 'a part of its path is no directory' : undefined
  }
}
