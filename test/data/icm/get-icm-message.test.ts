import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { messagesAround } from './support/messages.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test('a message is found by its id, as the list has it', async () => {
  for (const message of [...(await messagesAround(server)).values()].flat()) {
    const { messageId } = message
    for (const id of [messageId, `0x${messageId}`, messageId.toUpperCase()])
      expect((await get(server, `/v1/icm/messages/${id}`)).body).toEqual(message)
  }
})

test('an id that no message has is 404, what is no id 400', async () => {
  expect(await get(server, `/v1/icm/messages/${'0'.repeat(64)}`)).toMatchObject({
    status: 404,
    body: { message: `Interchain message "${'0'.repeat(64)}" does not exist` },
  })
  expect(await get(server, '/v1/icm/messages/1')).toMatchObject({
    status: 400,
    body: { message: 'messageId must be 64 hex digits, with or without 0x, not "1"' },
  })
})
