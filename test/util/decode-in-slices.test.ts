import { randomFillSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeInSlices } from '../../src/util/decode-in-slices.ts'

function decoded(bytes: Buffer): string {
  const steps = decodeInSlices(bytes)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

const megabyte = 2 ** 20

test.each([
  ['nothing', Buffer.of()],
  ['characters of one byte', Buffer.alloc(3 * megabyte + 1, 'x')],
  ['characters of three bytes', Buffer.alloc(2 * megabyte, '€')],
  ['characters of four bytes that are cut anywhere', Buffer.from(`x${'😀'.repeat(megabyte)}`)],
  ['a character that is cut off at the end', Buffer.from('€'.repeat(megabyte)).subarray(0, -1)],
  ['a byte order mark', Buffer.from(`\ufeff${'x'.repeat(megabyte)}\ufeff`)],
  ['what is no UTF-8', randomFillSync(Buffer.alloc(3 * megabyte))],
])('%s becomes what Node makes of it at once', (_what, bytes) => {
  expect(decoded(bytes) === bytes.toString()).toBe(true)
})
