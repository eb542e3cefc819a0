import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root, sourceFiles } from '../test/support/source-files.ts'

/** Files that import a file, by its path from the project's root. */
type Importers = ReadonlyMap<string, readonly string[]>

/** Returns the importers of all sources and test files; also of types, and by `import()`. */
export function readImporters(): Importers {
  const importers = new Map<string, string[]>()
  for (const from of sourceFiles('src', 'schemas', 'fixtures', 'scripts', 'test')) {
    const text = readFileSync(join(root, from), 'utf8')
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue
      const to = join(dirname(from), fileName)
      const known = importers.get(to)
      if (known) known.push(from)
      else importers.set(to, [from])
    }
  }
  return importers
}

/**
 * Returns the tests of changed files, the nearest first: the tests at the mirrored path, then those
 * in the mirrored folder and those that import the file itself, then by the number of imports
 * between. Tests that need a browser or the compiled program are left out.
 * @param changed paths from the project's root
 */
export function relatedTests(changed: readonly string[], importers: Importers): string[] {
  const distances = new Map<string, number>()
  const queue = changed.map((file) => ({ file, distance: 0 }))
  for (const { file, distance } of queue) {
    if (distances.has(file)) continue
    distances.set(file, distance)
    for (const from of importers.get(file) ?? []) queue.push({ file: from, distance: distance + 1 })
  }
  const mirrored = changed.map((file) => join('test', file.replace(/^src\//, '')))
  const folders = mirrored.map(dirname).filter((folder) => folder !== 'test')
  const names = new Set(mirrored.map((file) => file.replace(/\.ts$/, '.test.ts')))
  return sourceFiles('test')
    .filter((file) => file.endsWith('.test.ts') && !/^test\/(page|smoke|clients)\//.test(file))
    .map((file) => {
      const isInFolder = folders.includes(dirname(file))
      const byImports = distances.get(file) ?? Number.POSITIVE_INFINITY
      const distance = names.has(file) ? 0 : isInFolder ? Math.min(1, byImports) : byImports
      return { file, distance, isInFolder }
    })
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.isInFolder) - Number(a.isInFolder) ||
        (a.file < b.file ? -1 : 1),
    )
    .map(({ file }) => file)
}

/** Returns whether a path from the project's root is a file that tests can be related to. */
export const isSource = (file: string): boolean =>
  /^(src|schemas|fixtures|scripts|test)\/.*\.ts$/.test(file) && existsSync(join(root, file))
