import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type BuildOptions, build, type Plugin, version } from 'esbuild'
import { root } from './source-files.ts'

/** Folder of translated files, each named by a hash of what makes it; git ignores it. */
const cache = join(root, 'node_modules/.cache/snowglobe-sources')

/** Translations that the cache holds for each source, at most, before old ones go. */
const maxPerFile = 4

/** JavaScript and the map to its source. */
const extensions = ['.js', '.js.map']

/**
 * Translates sources to JavaScript files of their own, which import each other. A file that was
 * translated before is linked from a cache: translating and writing all of them takes seconds.
 * @param files paths from the root
 * @param folder folder below the root, without such files yet
 */
export async function translateFiles(files: readonly string[], folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const names = new Map(files.map((file) => [file, nameOf(file)]))
  const stored = (file: string) => join(cache, names.get(file) ?? '')
  await translate(
    files.filter((file) => !existsSync(`${stored(file)}.js`)),
    folder,
    stored,
  )
  for (const path of new Set(files.map(dirname))) mkdirSync(join(folder, path), { recursive: true })
  for (const file of files)
    for (const extension of extensions)
      linkSync(stored(file) + extension, join(folder, file.replace(/\.ts$/, extension)))
  removeOld(new Set(names.values()))
}

const settings = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  outbase: root,
  packages: 'external',
  platform: 'node',
  // Vitest reads the maps to show the origin of an error.
  sourcemap: 'linked',
  target: 'node20',
  write: false,
} satisfies BuildOptions

const nameOf = (file: string): string =>
  createHash('sha256')
    .update(JSON.stringify([version, settings, file]))
    .update(readFileSync(join(root, file)))
    .digest('hex')
    .slice(0, 32)

/** Translates files, and stores each in the cache. */
async function translate(
  files: readonly string[],
  folder: string,
  stored: (file: string) => string,
): Promise<void> {
  if (files.length === 0) return
  const { outputFiles } = await build({
    ...settings,
    entryPoints: [...files],
    outdir: folder,
    plugins: [fileByFile],
  })
  const made = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  // The map first: a file whose JavaScript exists is complete.
  for (const file of files)
    for (const extension of extensions.toReversed()) {
      const contents = made.get(join(folder, file.replace(/\.ts$/, extension)))
      if (!contents) throw new Error(`${file} was not translated`)
      // As a whole: another run may read it, or store the same one.
      const unfinished = `${stored(file)}.${process.pid}`
      writeFileSync(unfinished, contents)
      renameSync(unfinished, stored(file) + extension)
    }
}

const fileByFile: Plugin = {
  name: 'file by file',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/ts$/, 'js'), external: true },
    )
  },
}

/** Removes what this run does not need when there is much of it. */
function removeOld(needed: ReadonlySet<string>): void {
  const names = readdirSync(cache)
  if (names.length <= maxPerFile * extensions.length * needed.size) return
  for (const name of names)
    if (!needed.has(name.split('.', 1)[0] ?? '')) rmSync(join(cache, name), { force: true })
}
