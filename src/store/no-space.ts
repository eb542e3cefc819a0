import { dirname } from 'node:path'

/** Nothing more can be written into a folder. What was committed before is whole. */
export class NoSpaceError extends Error {
  readonly folder: string

  constructor(folder: string, code: string, cause: Error) {
    super(
      `no space left to write ${folder} (${code}); what was committed before stays. Free space there, or raise the quota or the limit of file sizes, then repeat the request`,
      { cause },
    )
    this.folder = folder
  }
}

/** SQLite says SQLITE_IOERR_WRITE for quotas and limits of file sizes. */
const codes = new Set([
  ...['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG'],
])

/**
 * What was thrown, as a {@link NoSpaceError} where that is its cause.
 * @param folder that was written, where the error names no file
 */
export function asNoSpace(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (!codes.has(code)) return error
  const { dest, path } = error as NodeJS.ErrnoException & { dest?: string }
  const file = dest ?? path
  return new NoSpaceError(file === undefined ? folder : dirname(file), code, error)
}
