import { rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import type { Plugin } from 'vitest/config'
import { buildPage } from '../../scripts/build-page.mjs'
import { root, sourceFiles } from './source-files.ts'
import { translateFiles } from './translated-files.ts'

const folders = ['src', 'schemas', 'fixtures']

const bundles = {
  main: 'src/main.ts',
  snowglobe: 'src/snowglobe.ts',
  'digests-of-life': 'test/support/simulation-digests.ts',
}

/** What is bundled at once. */
const entries = [
  { entryPoints: bundles, splitting: true },
  // A thread is a separate program.
  { entryPoints: { 'check-thread': 'src/world/check-thread.ts' } },
  { entryPoints: { 'delta-thread': 'src/replicas/deltas/delta-thread.ts' } },
] satisfies BuildOptions[]

const isBuilt = () => process.env.VITEST_SNOWGLOBE_SOURCES !== undefined

/** Returns a path in the folder of JavaScript that {@link buildSources} has created in this run. */
export const built = (path: string) => join(process.env.VITEST_SNOWGLOBE_SOURCES ?? '', path)

/** Returns the path of this run's bundled sources, for separate processes. */
export const bundled = (name: keyof typeof bundles): string => built(`bin/${name}.js`)

/**
 * Compiles the sources to JavaScript, once for a run and laid out as `dist`. Workers load them file
 * by file. The processes that tests start load a few bundles, with which they start in a fourth of
 * the time.
 * @param hasBundles whether tests start processes
 * @returns function that removes the result
 */
export async function buildSources(hasBundles = true): Promise<() => void> {
  // The folder lies as deep below the root as `dist`, since the sources read files of the package.
  // It is not `dist`, since other tests empty that.
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
    buildPage(join(folder, 'page')),
    translateFiles(sourceFiles(...folders), folder),
    ...(hasBundles ? entries : []).map((entry) =>
      build({
        ...settings,
        ...entry,
        outdir: join(folder, 'bin'),
        // Packages with native parts stay outside; finding and reading the others takes a third of
        // a start.
        external: ['@chainsafe/blst', 'better-sqlite3', 'prom-client'],
        // The remaining CommonJS code needs `require` for modules of Node, which ES modules lack.
        banner: {
          js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
        },
      }),
    ),
  ])
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Lets Node itself load the project's sources from the result of {@link buildSources}. Vite would
 * translate them for each project of Vitest, and each use of an import would go through an object.
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
