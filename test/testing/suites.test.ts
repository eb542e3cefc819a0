import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { SuiteOptions } from '../../src/testing/suite.ts'
import { built } from '../support/built-sources.ts'

const root = join(import.meta.dirname, '../..')
// In the project, so that its packages are found.
const folder = mkdtempSync(built('suites-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }

/** Runs a file of tests in a process of its own. @returns everything that it prints */
function run(name: string, text: string, command: readonly string[]): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, text)
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    execFile(program, [...args, file], { cwd: root, env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}

/** Two tests that would meet each other's doings without a reset, and one that fails. */
const tests = (framework: string, test: string) => `
  import { strictEqual } from 'node:assert'
  ${test}
  import { useSnowglobe } from '${built(`src/testing/${framework}.js`)}'
  const snowglobe = useSnowglobe()
  const blocks = async () =>
    (await (await fetch(snowglobe.url + '/v1/chains/43114/blocks?pageSize=1')).json()).blocks[0].blockNumber
  let before
  test('lets time pass', async () => {
    before = await blocks()
    await snowglobe.clock.advance('1d')
    strictEqual(await blocks() > before, true)
  })
  test('knows nothing of the other test', async () => strictEqual(await blocks(), before))
  test('fails', async () => {
    await fetch(snowglobe.url + '/v1/chains/1')
    strictEqual(1, 2)
  })`

const request = 'Snowglobe was requested once:\n404 GET /v1/chains/1'

test('one line gives vitest a server for a file, a reset for each test, and the requests of a failure', async () => {
  const config = join(folder, 'vitest.config.ts')
  writeFileSync(
    config,
    `export default { test: {
      include: ['**/*.suite.ts'],
      testTimeout: 60_000,
      // As an installed package is.
      server: { deps: { external: [/testing\\/vitest\\.js$/] } },
    } }`,
  )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const text = tests('vitest', "import { test } from 'vitest'")
  const printed = await run('framework.suite.ts', text, [
    process.execPath,
    vitest,
    'run',
    '--root',
    folder,
    '--config',
    config,
  ])
  expect(printed).toMatch(/1 failed \| 2 passed/)
  expect(printed).toContain(request)
})

test('100 concurrent tests of each of 4 workers have a world each, on one server', async () => {
  const config = join(folder, 'worlds.config.ts')
  writeFileSync(
    config,
    `export default { test: {
      include: ['**/*.worlds.ts'],
      globalSetup: ['${built('src/testing/vitest-global.js')}'],
      testTimeout: 60_000,
      maxWorkers: 4,
      maxConcurrency: 100,
      server: { deps: { external: [/testing\\/vitest/] } },
    } }`,
  )
  const text = `
    import { describe, expect } from 'vitest'
    import { worldTest } from '${built('src/testing/vitest.js')}'
    const test = worldTest()
    describe.concurrent('worlds', () => {
      for (let i = 0; i < 100; i++)
        test('world ' + i, async ({ world }) => {
          if (i % 10 === 0) await world.act({ do: 'wallet', name: 'w' + i })
          await world.faults.add({ match: { path: '/v1/chains' }, respond: { status: 200, json: i } })
          expect(await (await world.fetch('/v1/chains')).json()).toBe(i)
          expect((await world.requests.list()).requests).toHaveLength(1)
          if (i === 42 && FAILS) {
            expect((await world.fetch('/v1/chains/1')).status).toBe(404)
            await world.requests.verify({ match: { operation: 'getChain', status: 200 } })
          }
        })
    })`
  for (const name of ['b', 'c', 'd'])
    writeFileSync(join(folder, `${name}.worlds.ts`), text.replace('FAILS', 'false'))
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const printed = await run('a.worlds.ts', text.replace('FAILS', 'true'), [
    ...[process.execPath, vitest, 'run', '--root', folder, '--config', config],
    ...['b', 'c', 'd'].map((name) => join(folder, `${name}.worlds.ts`)),
  ])
  expect(printed).toMatch(/1 failed \| 399 passed/)
  expect(printed).toContain(
    'world 42: Snowglobe was requested 2 times:\n200 GET /v1/chains (fault rule-1)\n404 GET /v1/chains/1\n',
  )
  expect(printed).toContain(
    '0 requests fit, expected {"atLeast":1}; the nearest request is GET /v1/chains/1, which does not fit status',
  )
  expect(printed.match(/was requested/g)).toHaveLength(1)
})

test('one line does the same for the test runner of Node', async () => {
  const text = tests('node-test', "import { test } from 'node:test'")
  const printed = await run('framework.mjs', text, [
    process.execPath,
    '--test-reporter=spec',
    '--test',
  ])
  expect(printed).toMatch(/pass 2/)
  expect(printed).toMatch(/fail 1/)
  expect(printed).toContain(request)
})

test('100 concurrent tests of the test runner of Node have a world each, and a failed one prints its requests', async () => {
  const text = `
    import { deepStrictEqual } from 'node:assert'
    import { describe } from 'node:test'
    import { useSnowglobe, worldTest } from '${built('src/testing/node-test.js')}'
    const snowglobe = useSnowglobe({ maxWorlds: 200 })
    const test = worldTest(snowglobe)
    describe('worlds', { concurrency: 100 }, () => {
      for (let i = 0; i < 100; i++)
        test('world ' + i, async ({ world }) => {
          await world.faults.add({ match: { path: '/v1/chains' }, respond: { status: 200, json: i } })
          deepStrictEqual(await (await world.fetch('/v1/chains')).json(), i)
          if (i !== 42) return
          await fetch(world.url + '/v1/chains/2', { headers: { 'x-snowglobe-world': 'shared' } })
          await world.in('shared').requests.verify({ match: { operation: 'getChain', status: 200 } })
        })
      test('asks nothing', () => { throw new Error('in vain') })
    })`
  const printed = await run('worlds.mjs', text, [
    process.execPath,
    ...['--test-reporter=spec', '--test'],
  ])
  expect(printed).toMatch(/pass 99/)
  expect(printed).toContain(
    'world 42: Snowglobe was requested once:\n200 GET /v1/chains (fault rule-1)\n' +
      'The world shared was requested once:\n404 GET /v1/chains/2\n',
  )
  expect(printed).toContain('the nearest request is GET /v1/chains/2, which does not fit status')
  expect(printed).not.toContain('asks nothing: ')
})

test('a test without a server says how it gets one', async () => {
  const { environmentServer } = await import('../../src/testing/environment-server.ts')
  vi.stubEnv('SNOWGLOBE_URL', '')
  expect(environmentServer).toThrow('SNOWGLOBE_URL is not set: run the tests by "snowglobe exec')
  vi.stubEnv('SNOWGLOBE_URL', 'http://127.0.0.1:9650')
  expect(environmentServer().url).toBe('http://127.0.0.1:9650')
  vi.unstubAllEnvs()
})

test('the global setup of Jest starts a server, which the teardown ends', async () => {
  vi.stubEnv('SNOWGLOBE_URL', undefined)
  const { globalSetup } = await import('../../src/testing/jest-global-setup.ts')
  const { default: globalTeardown } = await import('../../src/testing/jest-global-teardown.ts')
  await globalSetup({ adminToken: 'a-token-of-the-test' })()
  const { environmentServer } = await import('../../src/testing/environment-server.ts')
  const { url, worlds } = environmentServer()
  expect((await worlds.list()).worlds).toHaveLength(1)
  await globalTeardown()
  await expect(fetch(url)).rejects.toThrow()
  expect(process.env.SNOWGLOBE_URL).toBeUndefined()
  vi.unstubAllEnvs()
})

test('a test that has no time left prints its requests, and its world is removed', async () => {
  const { createSnowglobe } = await import('../../src/snowglobe.ts')
  const { runInOwnWorld } = await import('../../src/testing/own-world.ts')
  const server = await createSnowglobe({ size: 'small' })
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const controller = new AbortController()
  await expect(
    runInOwnWorld(
      server,
      { prefix: 'test', title: 'hangs', signal: controller.signal },
      async ({ world }) => {
        await world.fetch('/v1/chains/3')
        controller.abort(new Error('too late'))
        await new Promise(() => {})
      },
    ),
  ).rejects.toThrow('too late')
  const texts = printed.mock.calls.map(([text]) => text)
  printed.mockRestore()
  expect(texts).toEqual(['hangs: Snowglobe was requested once:\n404 GET /v1/chains/3\n'])
  expect((await server.worlds.list()).worlds).toHaveLength(1)
  await server.close()
})

test('a world is created under the next free name', async () => {
  const { createSnowglobe } = await import('../../src/snowglobe.ts')
  const { createOwnWorld } = await import('../../src/testing/own-world.ts')
  const server = await createSnowglobe({ size: 'small' })
  const first = await createOwnWorld(server, 'test')
  const number = Number(first.world.name.replace('test-', ''))
  await server.worlds.create(`test-${number + 1}`)
  const second = await createOwnWorld(server, 'test')
  expect(second.world.name).toBe(`test-${number + 2}`)
  await second.remove()
  await first.remove()
  expect((await server.worlds.list()).worlds).toHaveLength(2)
  await server.close()
})

type RecordedHooks = Record<string, () => Promise<void>>

/** Builds a suite whose hooks the test calls by itself. */
async function suiteOf(hooks: RecordedHooks, options: SuiteOptions = {}) {
  const { suiteWith } = await import('../../src/testing/suite.ts')
  const recorded = (name: string) => (work: () => Promise<void>) => {
    hooks[name] = work
  }
  const [beforeAll, beforeEach, afterAll] = ['beforeAll', 'beforeEach', 'afterAll'].map(recorded)
  return suiteWith({ beforeAll, beforeEach, afterAll } as never, options)
}

test('a server that has not started yet says when it can be used', async () => {
  const { suiteWith } = await import('../../src/testing/suite.ts')
  const hooks = { beforeAll() {}, beforeEach() {}, afterAll() {} }
  expect(() => suiteWith(hooks).snowglobe.url).toThrow('has not started yet')
})

test('a reset leaves the worlds of other tests alone, and each gets its own requests', async () => {
  const hooks: RecordedHooks = {}
  const { snowglobe, mark, journal } = await suiteOf(hooks)
  await hooks.beforeAll?.()
  try {
    const ask = (name: string) =>
      fetch(`${snowglobe.url}/v1/chains/1`, { headers: { 'x-snowglobe-world': name } })
    await hooks.beforeEach?.()
    const first = await mark()
    await snowglobe.in('w-1').clock.advance('1h')
    const { now } = await snowglobe.in('w-1').clock.get()
    await ask('w-1')
    // Another test begins while the first one goes on.
    await hooks.beforeEach?.()
    const second = await mark()
    expect(await snowglobe.in('w-1').clock.get()).toMatchObject({ now })
    await ask('w-2')
    expect(await journal(first)).toBe(
      ['w-1', 'w-2']
        .map((name) => `The world ${name} was requested once:\n404 GET /v1/chains/1`)
        .join('\n'),
    )
    expect(await journal(second)).toBe('The world w-2 was requested once:\n404 GET /v1/chains/1')
    for (let i = 0; i < 51; i++) await ask('w-1')
    expect((await journal(second)).split('\n', 2)).toEqual([
      'The world w-1 was requested over 50 times, lastly:',
      '404 GET /v1/chains/1',
    ])
    await hooks.beforeEach?.()
    expect(await journal()).toBe('')
  } finally {
    await hooks.afterAll?.()
  }
})

test('a suite with a prepared state returns to it before each test', async () => {
  const hooks: RecordedHooks = {}
  let prepared = 0
  const { snowglobe, journal } = await suiteOf(hooks, {
    pace: 0,
    async prepare(server) {
      prepared++
      await server.act({ do: 'transfer', from: 'alice', to: 'bob', chain: 'P', amount: '1' })
    },
  })
  const state = async () => {
    const { fingerprint, head } = await snowglobe.world()
    return { fingerprint, head, now: (await snowglobe.clock.get()).now }
  }
  await hooks.beforeAll?.()
  try {
    await hooks.beforeEach?.()
    const expected = await state()
    expect(await journal()).toBe('')
    await snowglobe.clock.advance('25h')
    await snowglobe.faults.add({ respond: { status: 503 } })
    await hooks.beforeEach?.()
    expect(await state()).toEqual(expected)
    expect((await fetch(`${snowglobe.url}/v1/chains/43114`)).status).toBe(200)
    expect(prepared).toBe(1)
    // A reset by a test removes snapshots.
    await snowglobe.reset()
    expect(await state()).not.toEqual(expected)
    await hooks.beforeEach?.()
    expect(await state()).toEqual(expected)
    expect(prepared).toBe(2)
  } finally {
    await hooks.afterAll?.()
  }
})

// A real Jest runs it in test/clients/jest/jest.test.ts.
test('Jest gets the same hooks as other runners', async () => {
  const hooks: Record<string, () => Promise<void>> = {}
  for (const name of ['beforeAll', 'beforeEach', 'afterAll'])
    vi.stubGlobal(name, (work: () => Promise<void>) => {
      hooks[name] = work
    })
  const { useSnowglobe } = await import('../../src/testing/jest.ts')
  const snowglobe = useSnowglobe()
  vi.unstubAllGlobals()

  await hooks.beforeAll?.()
  await hooks.beforeEach?.()
  const { now } = await snowglobe.clock.get()
  await snowglobe.clock.advance('1h')
  await fetch(`${snowglobe.url}/v1/chains/1`)
  expect(await snowglobe.journal()).toBe(request)
  await hooks.beforeEach?.()
  expect((await snowglobe.clock.get()).now).toBe(now)
  expect(await snowglobe.journal()).toBe('')
  await hooks.afterAll?.()
  expect(() => snowglobe.url).toThrow('has not started yet')
})
