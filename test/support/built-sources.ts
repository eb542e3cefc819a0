import { rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type BuildOptions, type Plugin as BuildPlugin, build } from 'esbuild'
import type { Plugin } from 'vitest/config'
import { root, sourceFiles } from './source-files.ts'

const folders = ['src', 'schemas', 'fixtures']

const bundles = {
  main: 'src/main.ts',
  snowglobe: 'src/snowglobe.ts',
  'digests-of-life': 'test/support/simulation-digests.ts',
}

const isBuilt = () => process.env.VITEST_SNOWGLOBE_SOURCES !== undefined

/** A path in the folder of JavaScript that {@link buildSources} has made in this run. */
export const built = (path: string) => join(process.env.VITEST_SNOWGLOBE_SOURCES ?? '', path)

/** Where the sources of this run are in a few files, for processes of their own. */
export const bundled = (name: keyof typeof bundles): string => built(`bin/${name}.js`)

/**
 * Makes JavaScript of the sources, once for a run and laid out as `dist`: file by file for the
 * workers, and in a few files for the processes that tests start, which then start in a fourth of
 * the time.
 * @returns what removes it
 */
export async function buildSources(): Promise<() => void> {
  // As deep below the root as `dist`, since the sources read files of the package; and not there,
  // since other tests empty it.
  const folder = join(root, `.tested-${process.pid}`)
  process.env.VITEST_SNOWGLOBE_SOURCES = folder
  const settings = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  } satisfies BuildOptions
  await Promise.all([
    build({
      ...settings,
      entryPoints: sourceFiles(...folders),
      outbase: root,
      outdir: folder,
      packages: 'external',
      plugins: [fileByFile],
      // Vitest reads it when it shows where an error comes from.
      sourcemap: 'linked',
    }),
    ...[
      { entryPoints: bundles, splitting: true },
      // A thread is a program of its own.
      { entryPoints: { 'check-thread': 'src/world/check-thread.ts' } },
    ].map((entry) =>
      build({
        ...settings,
        ...entry,
        outdir: join(folder, 'bin'),
        // What has native parts stays where it is; finding and reading the others takes a third of a start.
        external: ['@chainsafe/blst', 'better-sqlite3', 'prom-client'],
        // What is left of CommonJS asks for modules of Node by a function that ES modules lack.
        banner: {
          js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
        },
      }),
    ),
  ])
  return () => rmSync(folder, { recursive: true, force: true })
}

const fileByFile: BuildPlugin = {
  name: 'file by file',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/ts$/, 'js'), external: true },
    )
  },
}

/**
 * Has Node itself load the sources of the project from what {@link buildSources} made: Vite would
 * translate them for each project of Vitest, and have each use of an import go through an object.
 */
export const builtSources: Plugin = {
  name: 'built sources',
  enforce: 'pre',
  config: () => ({ test: { server: { deps: { external: [/\/\.tested-/] } } } }),
  resolveId(specifier, importer) {
    if (!isBuilt() || importer === undefined || !/^[./].*\.ts$/.test(specifier)) return undefined
    const path = relative(root, resolve(dirname(importer), specifier))
    const isSource = folders.some((folder) => path.startsWith(`${folder}/`))
    return isSource ? built(path.replace(/ts$/, 'js')) : undefined
  },
}
