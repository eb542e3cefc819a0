// Bundles the command into one file beside the compiled modules. TypeBox alone has 200 files,
// Fastify with its dependencies another 200, and finding and reading them took most of a start.
// Packages with native or large parts, or seldom loaded ones, stay outside.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { buildPage } from './build-page.mjs'

const folder = resolve('dist/bin')
rmSync(folder, { recursive: true, force: true })

const settings = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // A late import is a call of a function, in the same file.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'ownUrl' },
  external: [
    '@chainsafe/blst',
    // MPL: its files stay unchanged.
    '@ethereumjs/rlp',
    '@faker-js/faker',
    'better-sqlite3',
    'hash-wasm',
    'light-my-request',
    'pg',
    'prom-client',
    // Fastify's schema compilers, which app.ts disables.
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
  ],
  logLevel: 'warning',
}
const ownUrl = "const ownUrl = require('node:url').pathToFileURL(__filename).href;"

// The launcher compiles the program itself, as Node does with a module: V8's cache of its code fits
// no other text.
const { metafile } = await build({
  ...settings,
  metafile: true,
  entryPoints: ['dist/src/main.js'],
  outfile: join(folder, 'program.js'),
  banner: { js: `(function (exports, require, module, __filename, __dirname) { ${ownUrl}` },
  footer: { js: '})' },
})
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
copyFileSync('scripts/launcher.cjs', join(folder, 'main.js'))
chmodSync(join(folder, 'main.js'), 0o755)

// A thread is a separate program.
for (const thread of ['replicas/deltas/delta-thread.js', 'world/check-thread.js'])
  await build({
    ...settings,
    entryPoints: [`dist/src/${thread}`],
    outdir: folder,
    banner: { js: ownUrl },
  })

execFileSync(process.execPath, ['scripts/write-code-cache.cjs', folder], { stdio: 'inherit' })

const pageModules = await buildPage(resolve('dist/page'))

// Their licences must accompany the code.
const packages = new Set(
  [...Object.keys(metafile.inputs), ...pageModules].flatMap((file) => {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
    return folder ?? []
  }),
)
const licences = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return `${name} ${version}: ${license}\n\n${text}\n`
})
// The bytecode of the world's contracts has code of this package, which brings no file of its
// licence: the text is that of ours, with its own copyright.
const openZeppelin = 'node_modules/@openzeppelin/contracts/package.json'
const { name, version, license } = JSON.parse(readFileSync(openZeppelin, 'utf8'))
const [, ...permission] = readFileSync('LICENSE', 'utf8').split(/^Copyright .*$/m)
licences.push(
  `${name} ${version}: ${license}\n\nCopyright (c) 2016-2025 Zeppelin Group Ltd\n\n${permission.join('').trim()}\n`,
)
writeFileSync('dist/bin/LICENCES.txt', licences.join('\n\n'))
