import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { version, files: packedFiles } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as { version: string; files: string[] }
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-package-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd: folder })

const node = (script: string) => run(process.execPath, '--input-type=module', '--eval', script)

let packed: string[]
let tarballPath: string
let warnings: string

/**
 * Packs what `npm run build` made, with a small world, and installs it as a user would. It packs a
 * copy: programs that other tests start from `dist` at this time build their worlds themselves.
 */
beforeAll(async () => {
  const copy = mkdtempSync(join(tmpdir(), 'snowglobe-packed-'))
  const files = [
    'package.json',
    'LICENSE',
    'README.md',
    'scripts',
    ...packedFiles.filter((name) => !name.startsWith('!')),
  ]
  for (const file of files) cpSync(join(root, file), join(copy, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  await promisify(execFile)(process.execPath, ['scripts/pack-worlds.mjs', 'small'], { cwd: copy })
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: copy },
  )
  rmSync(copy, { recursive: true })
  const [tarball] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  packed = tarball.files.map(({ path }) => path)
  tarballPath = join(folder, tarball.filename)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  warnings = (await run('npm', 'install', tarballPath)).stderr
}, 600_000)

test('the package holds the program, its types and its papers, and nothing else', () => {
  for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'package.json'])
    expect(packed).toContain(path)
  for (const name of ['src/snowglobe', 'src/main', 'src/formats/ids', 'schemas/metrics'])
    for (const path of [`dist/${name}.js`, `dist/${name}.d.ts`]) expect(packed).toContain(path)
  expect(packed).toContain('dist/page/index.html')
  expect(packed).toContain('dist/bin/LICENCES.txt')
  const papers =
    /^(LICENSE|package\.json|dist\/bin\/(LICENCES\.txt|package\.json|program\.cache)|(README|CHANGELOG|CONTRIBUTING|SECURITY|fixtures\/README)\.md)$/
  const guides = /^(docs\/[\w/-]+\.md|docs\/images\/[\w-]+\.png|examples\/[\w/.-]+)$/
  const programs = /^dist\/(src|schemas|fixtures|bin)\/[\w/-]+\.(js|d\.ts)$/
  const page = /^dist\/page\/(index\.html|[\w.-]+\.(css|js))$/
  const worlds = /^dist\/worlds\/world-v\d+-[0-9a-f]{32}\.(sqlite\.br|digest)$/
  expect(packed.filter((path) => worlds.test(path))).toHaveLength(2)
  expect(
    packed.filter(
      (path) => ![papers, guides, programs, page, worlds].some((kind) => kind.test(path)),
    ),
  ).toEqual([])
})

test('every page of the package links to what the package holds', () => {
  const links = packed
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^):#]+)(?:#[\w-]*)?\)/g)].map(
        ([, target = '']) => ({ page, target: join(dirname(page), target) }),
      ),
    )
  expect(links.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(8)
  const isPacked = (target: string) =>
    packed.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`))
  expect(links.filter(({ target }) => !isPacked(target))).toEqual([])
})

test('it installs without warnings about engines or deprecated packages', () => {
  expect(warnings).not.toMatch(/EBADENGINE|deprecated/)
})

test('createSnowglobe works from the installed package', async () => {
  const { stdout } = await node(`
    import { createSnowglobe } from 'snowglobe'
    const server = await createSnowglobe({ size: 'small' })
    const response = await fetch(server.url + '/v1/avg_tps/43114')
    process.stdout.write(String(response.status))
    await server.close()`)
  expect(stdout).toBe('200')
})

test('formats, schemas and package.json can be imported, inner modules cannot', async () => {
  const { stdout } = await node(`
    import { decodeCb58 } from 'snowglobe/formats/ids'
    import { getAverageTps } from 'snowglobe/schemas/metrics'
    import manifest from 'snowglobe/package.json' with { type: 'json' }
    const refusal = await import('snowglobe/src/app.js').catch((error) => error.code)
    const id = decodeCb58('11111111111111111111111111111111LpoYY')
    process.stdout.write([id.length, getAverageTps.path, manifest.version, refusal].join(' '))`)
  expect(stdout).toBe(`32 /v1/avg_tps/{chainId} ${version} ERR_PACKAGE_PATH_NOT_EXPORTED`)
})

test('the command of the installed package runs', async () => {
  expect((await run('npx', '--no-install', 'snowglobe', 'version')).stdout).toBe(`${version}\n`)
  expect((await run('npx', '--no-install', 'snowglobe', '--help')).stdout).toContain('Usage:')
})

/** Puts an `npm` first in the path that links the installed package, which took a minute to compile. */
function pathWithQuickNpm(): string {
  const programs = mkdtempSync(join(folder, 'programs-'))
  const script = `#!/bin/sh\nwhile [ "$1" != --prefix ]; do shift; done\nln -s '${folder}/node_modules' "$2/node_modules"\n`
  writeFileSync(join(programs, 'npm'), script, { mode: 0o755 })
  return `${programs}:${process.env.PATH}`
}

test('the GitHub Action starts the package, exports its URL, and prints the requests of a failed job', async () => {
  const [output, environment, state] = ['output', 'environment', 'state'].map((name) => {
    const file = join(folder, `github-${name}`)
    writeFileSync(file, '')
    return file
  }) as [string, string, string]
  const env = {
    ...{ ...process.env, PATH: pathWithQuickNpm() },
    ...{ RUNNER_TEMP: folder, GITHUB_OUTPUT: output, GITHUB_ENV: environment, GITHUB_STATE: state },
    ...{ INPUT_VERSION: tarballPath, INPUT_SIZE: 'small', INPUT_PORT: '0' },
    INPUT_OPTIONS: '--network fuji',
  }
  const step = (file: string, more = {}) =>
    promisify(execFile)(process.execPath, [join(root, file)], { env: { ...env, ...more } })
  await step('action/start.mjs')
  const variables = (file: string) =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    )
  const { url, pid } = variables(state)
  try {
    expect(variables(output)).toEqual({ url })
    expect(variables(environment)).toEqual({ SNOWGLOBE_URL: url })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'info.getNetworkName' })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/ext/info`, { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ result: { networkName: 'fuji' } })
    const { stdout } = await step('action/report.mjs', { STATE_url: url })
    expect(stdout).toMatch(/^::group::Snowglobe, world default: the last 1 requests\n/)
    expect(stdout).toMatch(/Z 200 POST \/ext\/info\n::endgroup::\n$/)
  } finally {
    process.kill(Number(pid))
  }
})

test('the GitHub Action fails with the error of a server that does not start', async () => {
  const env = {
    ...{ ...process.env, PATH: pathWithQuickNpm() },
    ...{ RUNNER_TEMP: folder, INPUT_VERSION: tarballPath, INPUT_SIZE: 'huge', INPUT_PORT: '0' },
  }
  const start = promisify(execFile)(process.execPath, [join(root, 'action/start.mjs')], { env })
  const { stdout } = await start.catch((error: { stdout: string }) => error)
  expect(stdout).toMatch(/--size/)
  expect(stdout).toContain('::error title=Snowglobe::The server ended with 2\n')
})

test('the installed package brings its world along and builds none', async () => {
  // Nothing but the simulation uses this package.
  const faker = join(folder, 'node_modules/@faker-js')
  const cache = join(folder, 'cache')
  const build = () =>
    promisify(execFile)('npx', ['--no-install', 'snowglobe', 'build', '--size', 'small'], {
      cwd: folder,
      env: { ...process.env, SNOWGLOBE_CACHE: cache },
    })
  renameSync(faker, join(folder, 'faker'))
  try {
    await build()
    const worlds = () => readdirSync(cache).filter((name) => name.endsWith('.sqlite'))
    expect(worlds()).toHaveLength(1)
    const archives = join(folder, 'node_modules/snowglobe/dist/worlds')
    for (const name of readdirSync(archives)) rmSync(join(archives, name))
    rmSync(cache, { recursive: true })
    await expect(build()).rejects.toThrow('@faker-js/faker')
  } finally {
    renameSync(join(folder, 'faker'), faker)
  }
})

/** Compiles files of a strict consumer of the installed package. @returns what the compiler prints */
async function compile(files: Readonly<Record<string, string>>, more: string[] = []) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        skipLibCheck: false,
        types: ['node'],
      },
      files: [...Object.keys(files), ...more],
    }),
  )
  const { stdout } = await run(
    process.execPath,
    join(root, 'node_modules/typescript/bin/tsc'),
    ...['--project', folder],
  ).catch((error: { stdout: string }) => error)
  return stdout
}

/** Lets the consumer find packages of this project. */
function provide(...names: string[]): void {
  for (const name of names) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), place)
  }
}

test('the types of the installed package serve a strict consumer that has those of Node alone', async () => {
  provide('@types/node')
  const consumer = `
    import {
      type Action, type ClockState, ConfigError, ControlError, createSnowglobe, type FaultCounts,
      type FaultRule, type JournalRequest, type NewFaultRule, type RequestMatch, type Snowglobe,
      type SnowglobeOptions, StateError, type Verdict, type WorldCast, type WorldDocument,
    } from 'snowglobe'
    import { connect, type WorldMethods } from 'snowglobe/connect'
    import { encodeCb58 } from 'snowglobe/formats/ids'
    import type { EvmBlock } from 'snowglobe/schemas/data/evm-blocks'
    import { type Receiver, receive } from 'snowglobe/testing'

    const options: SnowglobeOptions = { seed: 'x', size: 'small', clock: 'running' }
    const server: Snowglobe = await createSnowglobe(options)
    await server.clock.advance(1000)
    const action: Action = { do: 'fund', to: 'alice', chain: 'C', amount: '1' }
    await server.act(action)
    export const name: 'ConfigError' = new ConfigError('').name
    export const codes = [new ControlError('not_found', '').code, new StateError('').name]
    const match: RequestMatch = { operation: 'getContract', body: { partial: {} } }
    const rule: NewFaultRule = { match, respond: { status: 503 } }
    const added: { rules: FaultRule[] } = await server.faults.add(rule)
    const { counts }: { counts: Record<string, FaultCounts> } = await server.faults.list()
    const clock: ClockState = await server.clock.get()
    const remote: WorldMethods = connect(server.url).in('w')
    const { requests }: { requests: JournalRequest[] } = await remote.requests.list()
    const { verdicts }: { verdicts: Verdict[] } = await remote.requests.verdicts()
    const cast: WorldCast = await remote.cast()
    const document: WorldDocument = await remote.export()
    await remote.import(document)
    const receiver: Receiver = await receive({ secret: 's' })
    const response = await server.inject({ method: 'GET', url: '/v1/chains/43114/blocks' })
    const { blocks } = response.json<{ blocks: EvmBlock[] }>()
    export const texts: string[] = [encodeCb58(new Uint8Array(32)), ...blocks.map((b) => b.blockHash)]
    export const used = [added, counts, clock, requests, verdicts, cast, receiver.messages]
    // @ts-expect-error there is no such size
    await createSnowglobe({ size: 'huge' })
    await server.close()
    `
  expect(await compile({ 'consumer.ts': consumer })).toBe('')
})

test('every entry point serves a strict consumer that has its peers', async () => {
  const { exports, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys(exports)
    .filter((name) => name !== './package.json')
    .map((name) => `snowglobe${name.slice(1)}`.replace('formats/*', 'formats/warp'))
    .map((name) => name.replace('schemas/*', 'schemas/control/operations'))
  expect(names.length).toBeGreaterThan(14)
  // The tests of clients alone have this one.
  const { testcontainers: _, ...installed } = peerDependencies
  provide('@types/node', ...Object.keys(installed))
  const imports = names.map((name, index) => `import * as entry${index} from '${name}'`)
  const used = `export const used = [${names.map((_name, index) => `entry${index}`)}]`
  const printed = await compile({ 'entries.ts': [...imports, used].join('\n') }, [
    join(root, 'src/testing/testcontainers-package.d.ts'),
  ])
  // Packages of others may miss types of others.
  const isOurs = (line: string) => /^(entries|node_modules\/snowglobe\/)/.test(line)
  expect(printed.split('\n').filter(isOurs)).toEqual([])
})

/** The first block of a page in a language. */
const example = (language: string, page = 'README.md'): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(
    readFileSync(join(root, page), 'utf8'),
  )?.[1] ?? ''

test('the example of docs/formats.md prints what it says against the installed package', async () => {
  const { stdout } = await node(example('js', 'docs/formats.md'))
  expect(stdout).toMatch(/^\w+Tx true\n$/)
  const page = readFileSync(join(root, 'docs/formats.md'), 'utf8')
  expect(page).toContain(`It prints \`${stdout.trim()}\``)
})

test('the first test of the README runs against the installed package', async () => {
  writeFileSync(join(folder, 'stake.test.mjs'), example('js'))
  const { stdout } = await run(process.execPath, '--test', '--test-reporter=tap')
  expect(stdout).toMatch(/^# tests 1$.*^# pass 1$/ms)
})

test('the vitest example of docs/library.md runs against the installed package', async () => {
  writeFileSync(join(folder, 'example.test.ts'), example('ts', 'docs/library.md'))
  provide('vitest')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', 'example.test.ts', '--reporter=json']
  const { stdout } = await run(process.execPath, vitest, ...args)
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 2, numTotalTests: 2 })
})
