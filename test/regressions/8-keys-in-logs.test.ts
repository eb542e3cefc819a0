import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutKeys } from '../../src/http/server/logger.ts'
import { exchange, requestText } from '../json-rpc/support/raw-http.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServerProcess(['--log-level', 'debug'])
})
afterAll(stopCommands)

test.each([
  '/v1/chains?rltoken=SECRET',
  '/v1/chains?%72ltoken=SECRET',
  '/v1/chains?rlt%6Fken=SECRET&pageSize=1',
  '/v1/chains?pageSize=1&%72%6c%74%6f%6b%65%6e=SECRET',
  '/v1/chains#rltoken=SECRET',
  '/v1/chains?a=b#%72ltoken=SECRET',
  '/v1/chains?rltoken=SECRET1&rltoken=SECRET2',
  '/v1/chains?x-data-api-key=SECRET',
  '/v1/nope?rltoken=SECRET',
  '/ext/info?rltoken=SECRET',
  '//ext/info?rltoken=SECRET',
  '/%zz?rltoken=SECRET',
  'http://other/v1/chains?rltoken=SECRET',
])('the log has a line for %s and not its key', async (target) => {
  const before = server.stderr().length
  const headers = { 'x-data-api-key': 'HEADER-SECRET', 'x-glacier-api-key': 'HEADER-SECRET' }
  await exchange(server.port, requestText(`GET ${target} HTTP/1.1`, headers))
  const logged = () => server.stderr().slice(before)
  while (!logged().includes('[redacted]')) await sleep(5)
  await sleep(20)
  expect(logged()).toContain('"method":"GET"')
  expect(logged()).not.toContain('SECRET')
})

test('everything else of a URL stays as it was sent', () => {
  for (const url of ['/', '/v1/chains?a=%72&b=rltoken&rltokens=1', '/a?%zz=1&=2&c', '/a#b=c'])
    expect(withoutKeys(url)).toBe(url)
  expect(withoutKeys('/a?x=1&%72ltoken=k&y=2')).toBe('/a?x=1&%72ltoken=[redacted]&y=2')
  expect(withoutKeys('/a?rltoken=k=k')).toBe('/a?rltoken=[redacted]')
})
