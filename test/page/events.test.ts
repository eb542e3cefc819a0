import { expect, test } from 'vitest'
import { decodeLog, knownEvents } from '../../page/core/events.ts'
import { toHex } from '../../src/formats/ids.ts'
import { keccak256 } from '../../src/formats/keccak.ts'

test('each known event stands under the Keccak-256 of its signature', () => {
  for (const [topic, { name, parameters }] of Object.entries(knownEvents)) {
    const signature = `${name}(${parameters.map(([type]) => type).join(',')})`
    expect([signature, topic]).toEqual([signature, toHex(keccak256(Buffer.from(signature)))])
  }
})

test('values are read from topics first and then from data; arrays are left out', () => {
  const word = (hex: string) => hex.padStart(64, '0')
  const log = (name: string, topics: string[], data: string) => ({
    address: '0x00',
    topics: [
      Object.entries(knownEvents).find(([, known]) => known.name === name)?.[0] ?? '',
      ...topics.map((topic) => `0x${word(topic)}`),
    ],
    data: `0x${data}`,
    logIndex: '0x0',
  })
  expect(decodeLog(log('ApprovalForAll', ['aa', 'bb'], word('1')))?.values).toEqual([
    { name: 'owner', type: 'address', value: `0x${'aa'.padStart(40, '0')}` },
    { name: 'operator', type: 'address', value: `0x${'bb'.padStart(40, '0')}` },
    { name: 'approved', type: 'bool', value: 'true' },
  ])
  expect(decodeLog(log('Transfer', ['aa', 'bb', '10'], ''))?.values.at(-1)?.value).toBe('16')
  const batch = decodeLog(log('TransferBatch', ['aa', 'bb', 'cc'], word('40') + word('80')))
  expect(batch?.values.map(({ name }) => name)).toEqual(['operator', 'from', 'to'])
  expect(decodeLog({ ...log('Transfer', [], ''), topics: [] })).toBeUndefined()
})
