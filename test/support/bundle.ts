import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

const entryPoints = {
  main: 'src/main.ts',
  snowglobe: 'src/snowglobe.ts',
  'digests-of-life': 'test/support/digests-of-life.ts',
}

/** Where the sources of this run are as JavaScript, for processes of their own. */
export const bundled = (name: keyof typeof entryPoints): string =>
  join(process.env.VITEST_SNOWGLOBE_BUNDLE ?? '', `${name}.js`)

/**
 * Makes a few files of the sources, once for a run: they start in a fourth of the time that it
 * takes to translate each module anew.
 * @returns what removes them
 */
export async function bundleSources(): Promise<() => void> {
  // As deep below the root as what is published, since it reads files of the package; and beside
  // that, since other tests empty its folder.
  const outdir = join(root, `build/tested-${process.pid}`)
  process.env.VITEST_SNOWGLOBE_BUNDLE = outdir
  await build({
    entryPoints,
    absWorkingDir: root,
    outdir,
    bundle: true,
    splitting: true,
    // What has native parts stays where it is; finding and reading the others takes a third of a start.
    external: ['@chainsafe/blst', 'better-sqlite3', 'prom-client'],
    // What is left of CommonJS asks for modules of Node by a function that ES modules lack.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    format: 'esm',
    platform: 'node',
    target: 'node20',
  })
  return () => rmSync(outdir, { recursive: true, force: true })
}
