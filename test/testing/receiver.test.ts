import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Receiver, receive } from '../../src/testing/receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await receive()
})
afterEach(() => receiver.close())

const send = (number: number) =>
  fetch(receiver.url, { method: 'POST', body: JSON.stringify({ number }) })

test('two calls that wait get two messages, in the order of the calls', async () => {
  const both = Promise.all([receiver.next(), receiver.next()])
  await send(1)
  await send(2)
  expect((await both).map(({ json }) => json.number)).toEqual([1, 2])
})

test('a message after a call that waited too long is for the next call', async () => {
  await send(1)
  await receiver.next()
  await expect(receiver.next(20)).rejects.toThrow(
    'no further message arrived within 20 ms; messages returned before: 1',
  )
  await send(2)
  expect((await receiver.next(0)).json).toEqual({ number: 2 })
})
