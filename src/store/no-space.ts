import { dirname } from 'node:path'

/** Error: a folder has no space for further writes. Earlier commits are complete. */
export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError'
  readonly folder: string

  constructor(folder: string, code: string, cause: Error) {
    super(
      `no space left to write ${folder} (${code}); earlier changes are safe. Free some space, or raise the quota or the limit of file sizes, then repeat the request`,
      { cause },
    )
    this.folder = folder
  }
}

/**
 * SQLite error codes for a full disk. It reports SQLITE_IOERR_WRITE for quotas and file size
 * limits.
 */
const codes = new Set([
  ...['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
])

/**
 * Converts a thrown value to {@link NoSpaceError} when lack of space caused it.
 * @param folder folder that was written, for errors that name no file
 */
export function asNoSpace(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (!codes.has(code)) return error
  const { dest, path } = error as NodeJS.ErrnoException & { dest?: string }
  const file = dest ?? path
  return new NoSpaceError(file === undefined ? folder : dirname(file), code, error)
}
