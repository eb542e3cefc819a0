// Puts the command into a few files beside the compiled modules: TypeBox alone is 200 files, Fastify
// with what it needs another 200, and finding and reading them took most of a start. What has native
// or large parts, or is seldom loaded, stays where it is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * What is loaded late, by the name of the file that it becomes. Each file of its own would split
 * what it shares with the others into more pieces, and Node opens all pieces of a start at once:
 * with 29 of them it failed where few descriptors are allowed.
 */
const lateFiles = {
  commands: [
    'cli/build.js',
    'cli/cast.js',
    'cli/check.js',
    'cli/definition.js',
    'cli/doctor.js',
    'cli/env.js',
    'cli/exec.js',
    'cli/migrate.js',
    'cli/openapi.js',
    'cli/remote.js',
  ],
  // What answers at once, and health again and again.
  questions: ['cli/health.js', 'cli/version.js'],
  simulation: [
    'check/check-world.js',
    'check/rules.js',
    'simulator/actions/apply-actions.js',
    'simulator/build.js',
    'simulator/simulation.js',
    'store/base-writer.js',
    'store/world-database.js',
    'world/check-outcome.js',
  ],
  workers: ['workers/reader.js', 'workers/readers.js'],
  signing: ['data/signatures/signing.js', 'formats/bls-pool-data.js'],
  // What few starts need.
  seldom: [
    '../schemas/control/actions/index.js',
    '../schemas/keys.js',
    'control/cast-list.js',
    'control/openapi.js',
    'definition/definition-error.js',
    'definition/fitting-definition.js',
    'definition/problems.js',
    'http/openapi/openapi.js',
    'util/schema-problem.js',
  ],
}

const source = resolve('dist/src')
const lateFileOf = new Map(
  Object.entries(lateFiles).flatMap(([name, modules]) =>
    modules.map((module) => [resolve(source, module), name]),
  ),
)

/** Makes `import()` of a module above load the file that holds it. */
const groupLateFiles = {
  name: 'group late files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const name = kind === 'dynamic-import' && lateFileOf.get(resolve(resolveDir, path))
      return name ? { path: name, namespace: 'late' } : undefined
    })
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: lateFiles[path].map((module) => `export * from './${module}'`).join('\n'),
      resolveDir: source,
    }))
  },
}

const settings = {
  outdir: 'dist/bin',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // What is left of CommonJS asks for modules of Node by a function that ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  external: [
    '@chainsafe/blst',
    // MPL: its files stay what they are.
    '@ethereumjs/rlp',
    '@faker-js/faker',
    'better-sqlite3',
    'hash-wasm',
    'light-my-request',
    'prom-client',
    // Fastify's compilers of schemas: app.ts has it do without.
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
  ],
  logLevel: 'warning',
}

const { metafile } = await build({
  ...settings,
  metafile: true,
  entryPoints: ['dist/src/main.js'],
  splitting: true,
  plugins: [groupLateFiles],
})

// A thread is a program of its own: what it shared with the command would split that into more pieces.
await build({ ...settings, entryPoints: ['dist/src/world/check-thread.js'] })

// Their licences ask to go wherever the code goes.
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => {
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
writeFileSync('dist/bin/LICENCES.txt', licences.join('\n\n'))
