// Bundles the command into a few files beside the compiled modules. TypeBox alone has 200 files,
// Fastify with its dependencies another 200, and finding and reading them took most of a start.
// Packages with native or large parts, or seldom loaded ones, stay outside.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { buildPage } from './build-page.mjs'

/**
 * Modules that load late, by the name of their file. A separate file for each would split the code
 * shared with the others into more pieces. Node opens all pieces of a start at once. With 29 of
 * them it failed under a low limit of descriptors.
 */
const lateFiles = {
  commands: [
    'cli/commands/build.js',
    'cli/commands/cast.js',
    'cli/commands/check.js',
    'cli/commands/definition.js',
    'cli/commands/doctor.js',
    'cli/commands/env.js',
    'cli/commands/exec.js',
    'cli/commands/migrate.js',
    'cli/commands/openapi.js',
    'cli/commands/remote.js',
  ],
  // Commands that end at once, and the health command, which runs often.
  questions: ['cli/commands/health.js', 'cli/commands/version.js'],
  simulation: [
    'check/check-world.js',
    'check/rules.js',
    'simulator/actions/apply-actions.js',
    'simulator/actions/refused-action-error.js',
    'simulator/build.js',
    'simulator/simulation.js',
    'store/base-writer.js',
    'store/world-database.js',
    'world/check-outcome.js',
  ],
  // Servers of more than one process, and the log of replicas.
  processes: [
    'cli/commands/log.js',
    'cli/shared-log.js',
    'replicas/replica.js',
    'replicas/versions/migrate-sandbox.js',
    'workers/reader.js',
    'workers/readers.js',
  ],
  // Methods at /ext/bc.
  chains: [
    'chain-api/atomic/methods.js',
    'chain-api/evm/respond.js',
    'chain-api/exchange/methods.js',
    'chain-api/platform/methods.js',
  ],
  signing: ['data/signatures/signing.js', 'formats/bls-pool-data.js'],
  // Modules that few starts need.
  seldom: [
    '../schemas/control/actions/index.js',
    '../schemas/keys.js',
    'control/cast/cast-list.js',
    'control/openapi.js',
    'definition/definition-error.js',
    'definition/fitting-definition.js',
    'definition/problems.js',
    'http/openapi/openapi.js',
    'http/openapi/openrpc.js',
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
  // The remaining CommonJS code needs `require` for modules of Node, which ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
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

const { metafile } = await build({
  ...settings,
  metafile: true,
  entryPoints: ['dist/src/main.js'],
  splitting: true,
  plugins: [groupLateFiles],
})

// A thread is a separate program: code shared with the command would split that into more pieces.
for (const thread of ['replicas/deltas/delta-thread.js', 'world/check-thread.js'])
  await build({ ...settings, entryPoints: [`dist/src/${thread}`] })

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
