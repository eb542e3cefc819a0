import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { built } from '../support/built-sources.ts'
import { root } from '../support/source-files.ts'
import { executablePath } from './browser.ts'

// In the project, so that its packages are found.
const folder = mkdtempSync(built('playwright-'))
afterAll(() => rmSync(folder, { recursive: true }))

const config = `
  export default {
    globalSetup: '${built('src/testing/playwright-global.js')}',
    outputDir: '${join(folder, 'results')}',
    workers: 2,
    fullyParallel: true,
    reporter: [['json', { outputFile: '${join(folder, 'report.json')}' }]],
    use: { launchOptions: { executablePath: '${executablePath}', args: ['--no-sandbox'] } },
  }`

/** Tests of an application at another origin than the server. */
const suite = `
  import { createServer } from 'node:http'
  import { expect } from '@playwright/test'
  import { test } from '${built('src/testing/playwright.js')}'

  const app = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>App</title>'))
  test.beforeAll(() => new Promise((resolve) => app.listen(0, '127.0.0.1', resolve)))
  test.afterAll(() => app.close())

  const statusIn = async (page, url) => {
    await page.goto('http://127.0.0.1:' + app.address().port)
    return page.evaluate((target) => fetch(target).then(({ status }) => status), url + '/v1/chains')
  }
  for (let i = 0; i < 8; i++)
    test('the requests of the browser reach the world, which no other test has changed, ' + i, async ({ page, request, world }) => {
      expect((await world.faults.list()).rules).toEqual([])
      expect((await world.requests.list()).requests).toEqual([])
      await world.faults.add({ match: { path: '/v1/chains' }, respond: { status: 480 + i } })
      expect(await statusIn(page, world.url)).toBe(480 + i)
      expect((await request.get(world.url + '/v1/chains')).status()).toBe(480 + i)
      expect((await fetch(world.url + '/v1/chains')).status).toBe(200)
    })
  test('fails after a request', async ({ request, world }) => {
    await request.get(world.url + '/v1/chains/1')
    await world.requests.verify({ match: { operation: 'getChain', status: 200 } })
  })
  test('fails without a request', async ({ world }) => {
    expect(world.name).toBe('')
  })`

interface Spec {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly {
    readonly results: readonly {
      readonly workerIndex: number
      readonly error?: { readonly message: string }
      readonly stderr: readonly { readonly text: string }[]
      readonly attachments: readonly { readonly name: string; readonly body?: string }[]
    }[]
  }[]
}

/** Application of the example: it requests the API that its query names, and says when that is busy. */
const application = `
  const response = await fetch(new URLSearchParams(location.search).get('api') + '/v1/chains')
  if (response.status === 503)
    document.body.innerHTML = '<p role="alert">Please try again later.</p>'`

test('the example of docs/library.md passes', async () => {
  const page = `<title>App</title><body><script type="module">${application}</script>`
  const app = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const { port } = app.address() as AddressInfo
  const documented = readFileSync(join(root, 'docs/library.md'), 'utf8')
  const [, example = ''] = /```ts\n(\/\/ playwright\.config\.ts.*?)```/s.exec(documented) ?? []
  const specs = await run(
    'example.spec.mjs',
    example
      .replace("'snowglobe/playwright'", `'${built('src/testing/playwright.js')}'`)
      .replace('localhost:3000', `127.0.0.1:${port}`),
  )
  expect(specs.map(({ title, ok }) => [title, ok])).toEqual([
    ['a page says that the service is busy', true],
  ])
  app.close()
}, 600_000)

const isOfSnowglobe = ({ name }: { readonly name: string }) => name === 'requests'

/** Runs a file of tests with Playwright. */
async function run(name: string, tests: string): Promise<readonly Spec[]> {
  writeFileSync(join(folder, 'playwright.config.mjs'), config)
  writeFileSync(join(folder, name), tests)
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { SNOWGLOBE_URL: _, ...env } = process.env
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [cli, 'test', name], { cwd: folder, env }, (_error, out, err) =>
      resolve(out + err),
    ),
  )
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  expect(report.errors, output).toEqual([])
  return report.suites[0].specs
}

test('each worker of Playwright has a world, reset for each test, that its browser names', async () => {
  const specs = await run('worlds.spec.mjs', suite)
  const results = specs.map(({ title, ok, tests }) => ({ title, ok, ...tests[0]?.results[0] }))
  const failed = results.filter(({ ok }) => !ok)
  const errors = failed.map(({ error }) => error?.message).join('\n')
  expect(
    failed.map(({ title }) => title),
    errors,
  ).toEqual(['fails after a request', 'fails without a request'])
  expect(new Set(results.map(({ workerIndex }) => workerIndex)).size).toBeGreaterThan(1)
  const [after, without] = failed
  const requests = 'Snowglobe was requested once:\n404 GET /v1/chains/1'
  expect(after?.error?.message).toContain(
    'the nearest request is GET /v1/chains/1, which does not fit status',
  )
  expect(after?.stderr).toEqual([{ text: `fails after a request: ${requests}\n` }])
  const [attached] = after?.attachments?.filter(isOfSnowglobe) ?? []
  expect(Buffer.from(attached?.body ?? '', 'base64').toString()).toBe(requests)
  expect(without?.stderr).toEqual([])
  expect(without?.attachments?.filter(isOfSnowglobe)).toEqual([])
}, 600_000)
