import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The text of a file of the package; it lies above `src` and, when compiled, above `dist/src`.
 * @param path such as `docs/gaps.md`
 */
export function packageText(path: string): string {
  const candidates = ['..', '../..'].map((above) => new URL(`${above}/${path}`, import.meta.url))
  const file = candidates.find((candidate) => existsSync(candidate))
  if (!file) throw new Error(`${path} is missing in the package`)
  return readFileSync(file, 'utf8')
}

/** The version in package.json. */
export const packageVersion = (): string =>
  (JSON.parse(packageText('package.json')) as { version: string }).version

/** Where a package that was packed for others has the built-in worlds: beside the compiled modules. */
export const packedWorlds: string = fileURLToPath(new URL('../worlds', import.meta.url))
