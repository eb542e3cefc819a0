import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Folders above this module, nearest first. The module lies in `src/util`, `dist/src/util` or
 * `dist/bin`.
 */
const above = ['..', '../..', '../../..'].map((path) => new URL(`${path}/`, import.meta.url))

/** Returns the nearest existing entry with this path. */
const findAbove = (path: string, folders = above): URL | undefined =>
  folders.map((folder) => new URL(path, folder)).find((candidate) => existsSync(candidate))

/**
 * Returns the text of a file of the package.
 * @param path such as `docs/gaps.md`
 */
export function packageText(path: string): string {
  const text = packageTextIfThere(path)
  if (text === undefined)
    throw new Error(`${path} is missing from the installed package; reinstall the package`)
  return text
}

/** Returns the text of the nearest file with this path; undefined where there is none. */
export function packageTextIfThere(path: string): string | undefined {
  const file = findAbove(path)
  return file && readFileSync(file, 'utf8')
}

/** Returns the version in package.json. */
export const packageVersion = (): string =>
  (JSON.parse(packageText('package.json')) as { version: string }).version

/** Folder of the built-in worlds in a published package: beside the compiled modules. */
export const packedWorlds: string = fileURLToPath(
  findAbove('worlds/', above.slice(0, 2)) ?? new URL('worlds/', above[0]),
)
