import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './source-files.ts'

/**
 * Returns a function that tells whether a test file, or a file of the tests that it imports, imports
 * one of some modules.
 * @param wanted matches their paths from the project's root
 */
function importsAny(wanted: RegExp): (file: string) => boolean {
  const known = new Map<string, boolean>()
  const imports = (file: string): boolean => {
    const found = known.get(file)
    if (found !== undefined) return found
    known.set(file, false)
    // A test may have an import in a text.
    if (!existsSync(join(root, file))) return false
    const imported = [
      ...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']*\.ts)'/g),
    ].map(([, path = '']) => normalize(join(dirname(file), path)))
    const result = imported.some(
      (path) => wanted.test(path) || (path.startsWith('test/') && imports(path)),
    )
    known.set(file, result)
    return result
  }
  return imports
}

/** Tells whether a test file needs the built sources, a built world or a process of its own. */
export const needsSetup = importsAny(
  /^(src\/(snowglobe|open-snowglobe|app|main)|src\/world\/base-cache\/cache|test\/support\/built-sources)\.ts$/,
)

/** Tells whether a test file starts processes of this project. */
export const needsProcesses = importsAny(/^test\/support\/built-sources\.ts$/)
