import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../schemas/methods.ts'
import { operations } from '../../src/operations.ts'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/endpoints.md'), 'utf8')
const section = /^## Every endpoint\n(.*)$/ms.exec(page)?.[1] ?? ''

/** The items of the section: what stands before the command, and what a reader copies. */
const items = [...section.matchAll(/^- (?:([^`\n]*): )?`(.*)`$/gm)].map(
  ([, label = '', command = '']) => ({ label, command }),
)

let server: Snowglobe
beforeAll(async () => {
  server = await createSnowglobe({ logLevel: 'silent' })
})
afterAll(() => server.close())

test.each(items)('$label $command', async ({ label, command }) => {
  const { status, response } = await run(command)
  if (label === 'reindexNft') {
    expect([status, response]).toEqual(['201', {}])
    return
  }
  const makes = [
    'postTransactionExportJob',
    'createWebhook',
    'generateOrRotateSharedSecret',
  ].includes(label)
  expect(status, JSON.stringify(response)).toBe(makes ? '201' : '200')
  const isCall = command.includes('"jsonrpc"')
  if (isCall) expect(response).not.toHaveProperty('error')
  const content = isCall ? response.result : response
  expect(content).not.toEqual({})
  // Every chain of the world is indexed.
  const { unindexedChains, ...visible } = { content, ...Object(content) }
  const lists = Object.values(visible).filter(Array.isArray)
  if (isCall || /\blist/.test(label)) for (const list of lists) expect(list).not.toEqual([])
  if (/\blist/.test(label)) expect(lists).not.toEqual([])
  if (label.includes('getBalances'))
    expect(Object.values(response.balances as object).flat()).not.toEqual([])
})

test('every operation and every method has an item', () => {
  const isMissing = (name: string) =>
    !items.some(({ label, command }) =>
      name.includes('.') ? command.includes(`"method":"${name}"`) : label.endsWith(name),
    )
  const names = [
    ...operations.map(({ operationId }) => operationId),
    ...new Set(endpoints.flatMap(({ methods }) => Object.keys(methods))),
  ]
  expect(names.filter(isMissing)).toEqual([])
  expect(items).toHaveLength(names.length)
})

test('the section names every path of the node', () => {
  for (const { path } of endpoints) expect(section).toContain(path)
})

/** Runs a command as a reader would, but against the server of this test. */
async function run(
  command: string,
): Promise<{ status: string; response: Record<string, unknown> }> {
  const here = command
    .replaceAll('http://127.0.0.1:9650', server.url)
    .replace(/^curl /, "curl -s -w '\\n%{http_code}' ")
  const { stdout } = await promisify(execFile)('sh', ['-c', here], { maxBuffer: 1 << 24 })
  const end = stdout.lastIndexOf('\n')
  return { status: stdout.slice(end + 1), response: JSON.parse(stdout.slice(0, end) || '{}') }
}
