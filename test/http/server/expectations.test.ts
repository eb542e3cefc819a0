import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'
import { talk } from '../../support/raw.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await createSnowglobe({ size: 'small' })
})
afterAll(() => server.close())

const blocks = 'GET /v1/chains/43114/blocks HTTP/1.1\r\nhost: localhost\r\n'
const last = `${blocks}connection: close\r\n`
const served = async (text: string) =>
  (await talk(Number(new URL(server.url).port), text)).replaceAll(/^date: .*\r\n/gim, '')

test('an unknown expectation changes nothing', async () => {
  expect(await served(`${last}expect: a miracle\r\n\r\n`)).toBe(await served(`${last}\r\n`))
})

test('an expectation is answered after the requests before it', async () => {
  expect(await served(`${blocks}\r\n${last}expect: a miracle\r\n\r\n`)).toBe(
    await served(`${blocks}\r\n${last}\r\n`),
  )
})
