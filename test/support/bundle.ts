import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** Where the sources of this run are as JavaScript, for processes of their own. */
export const bundled = (name: 'main' | 'snowglobe'): string =>
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
    entryPoints: ['src/main.ts', 'src/snowglobe.ts'],
    absWorkingDir: root,
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
  })
  return () => rmSync(outdir, { recursive: true, force: true })
}
