import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const isOfSnowglobe = ({ name }: { readonly name: string }) => name === 'requests'

test('each worker of Playwright has a world, reset for each test, that its browser names', async () => {
  writeFileSync(join(folder, 'playwright.config.mjs'), config)
  writeFileSync(join(folder, 'worlds.spec.mjs'), suite)
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { SNOWGLOBE_URL: _, ...env } = process.env
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [cli, 'test'], { cwd: folder, env }, (_error, out, err) =>
      resolve(out + err),
    ),
  )
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  expect(report.errors, output).toEqual([])
  const specs: Spec[] = report.suites[0].specs
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
    'the nearest request is GET /v1/chains/1, which misses status',
  )
  expect(after?.stderr).toEqual([{ text: `fails after a request: ${requests}\n` }])
  const [attached] = after?.attachments?.filter(isOfSnowglobe) ?? []
  expect(Buffer.from(attached?.body ?? '', 'base64').toString()).toBe(requests)
  expect(without?.stderr).toEqual([])
  expect(without?.attachments?.filter(isOfSnowglobe)).toEqual([])
}, 600_000)
