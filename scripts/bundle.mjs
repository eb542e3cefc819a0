// Puts the command into a few files beside the compiled modules: TypeBox alone is 200 files, and
// reading them took half of a start. What has native or large parts stays where it is.
import { resolve } from 'node:path'
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
    'simulator/actions/action-run.js',
    'simulator/build.js',
    'simulator/life.js',
    'store/base-writer.js',
    'store/own-file.js',
  ],
  signing: ['data/signatures/signing.js', 'formats/bls-pool-data.js'],
  // What few starts need.
  seldom: [
    '../schemas/control/actions/index.js',
    '../schemas/keys.js',
    'control/openapi.js',
    'definition/definition-error.js',
    'definition/fitting-definition.js',
    'definition/problems.js',
    'http/openapi/openapi.js',
    'schema-problem.js',
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

await build({
  entryPoints: ['dist/src/main.js'],
  outdir: 'dist/bin',
  bundle: true,
  splitting: true,
  plugins: [groupLateFiles],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: [
    '@chainsafe/blst',
    'better-sqlite3',
    'fastify',
    'hash-wasm',
    'light-my-request',
    'picomatch',
    'prom-client',
    'tiny-secp256k1',
    '@ethereumjs/rlp',
    '@faker-js/faker',
    '@noble/*',
    '@scure/*',
  ],
  logLevel: 'warning',
})
