// Bundles the page for browsers. Names of files hold a hash of their content, so that a browser
// keeps them for ever. `--watch` bundles again after each change.
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const source = join(root, 'page')

/**
 * Builds the page into a folder that it empties first.
 * @param {string} folder absolute path
 * @returns {Promise<string[]>} paths of the bundled modules from the root of the project
 */
export async function buildPage(folder) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'main.tsx')],
    outdir: folder,
    write: false,
    tsconfig: join(source, 'tsconfig.json'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    logLevel: 'warning',
  })
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint)
  if (!entry) throw new Error('the bundle of the page has no entry')
  const [script, { cssBundle }] = entry
  const html = readFileSync(join(source, 'template.html'), 'utf8')
    .replace('{{script}}', basename(script))
    .replace('{{style}}', basename(cssBundle))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
  writeFileSync(join(folder, 'index.html'), html)
  return Object.keys(metafile.inputs)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'dist/page')
  await buildPage(folder)
  if (process.argv.includes('--watch')) {
    let isBuilding = false
    watch(source, { recursive: true }, async () => {
      if (isBuilding) return
      isBuilding = true
      // Editors write several files at once.
      await new Promise((done) => setTimeout(done, 100))
      await buildPage(folder).catch(({ message }) => process.stderr.write(`${message}\n`))
      isBuilding = false
    })
  }
}
