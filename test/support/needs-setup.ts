import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './source-files.ts'

/** Modules that need the built sources, a built world or a process of their own. */
const demanding =
  /^(src\/(snowglobe|open-snowglobe|app|main)|src\/world\/base-cache\/cache|test\/support\/built-sources)\.ts$/

const known = new Map<string, boolean>()

/**
 * Tells whether a test file needs the global setup: it, or a file of the tests that it imports,
 * imports a demanding module.
 * @param file path from the project's root
 */
export function needsSetup(file: string): boolean {
  const found = known.get(file)
  if (found !== undefined) return found
  known.set(file, false)
  const imported = [
    ...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']*\.ts)'/g),
  ].map(([, path = '']) => normalize(join(dirname(file), path)))
  const result = imported.some(
    (path) => demanding.test(path) || (path.startsWith('test/') && needsSetup(path)),
  )
  known.set(file, result)
  return result
}
