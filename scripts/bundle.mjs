// Puts the command into a few files beside the compiled modules: TypeBox alone is 200 files, and
// reading them took half of a start. What has native or large parts stays where it is.
import { build } from 'esbuild'

await build({
  entryPoints: ['dist/src/main.js'],
  outdir: 'dist/bin',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: [
    'better-sqlite3',
    'fastify',
    'light-my-request',
    'tiny-secp256k1',
    '@ethereumjs/rlp',
    '@faker-js/faker',
    '@noble/*',
    '@scure/*',
  ],
  logLevel: 'warning',
})
