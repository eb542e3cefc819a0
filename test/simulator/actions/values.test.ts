import { expect, test } from 'vitest'
import { refusalOf } from '../../control/support/transports.ts'
import { actedOn } from './support.ts'

const { act, actAs, get, problems, server } = actedOn()

/** Returns the value at a pointer as JSON. */
const valueAt = (action: object, pointer: string) =>
  JSON.stringify(
    pointer
      .slice(1)
      .split('/')
      .reduce((value: unknown, name) => Object(value)[name], action),
  )

const largest = String(2n ** 256n - 1n)
const beyond = String(2n ** 256n)
/** Of secp256k1 (SEC 2, 2.4.1). */
const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const collections = [
  { do: 'deploy', from: 'ewoq', chain: 'C', kind: 'ERC-721', as: 'art' },
  { do: 'deploy', from: 'ewoq', chain: 'C', kind: 'ERC-1155', as: 'parts' },
] as const

test('a value with the right form that nothing of its kind can have is refused by its place', async () => {
  await act(...collections)
  const before = await get('/_admin/world')
  const time = 'a valid time since 1970 such as 2026-01-15T12:00:00Z'
  const move = { do: 'transfer', from: 'ewoq', to: 'alice', chain: 'X', amount: '1' }
  const give = { do: 'transferToken', from: 'ewoq', to: 'alice', tokenId: beyond }
  const cases = [
    [
      { do: 'wallet', name: 'zero', privateKey: '0'.repeat(64) },
      '/privateKey',
      'from 1 to the order of secp256k1 minus 1',
    ],
    [
      { do: 'wallet', name: 'high', privateKey: `0x${order}` },
      '/privateKey',
      'from 1 to the order of secp256k1 minus 1',
    ],
    [
      { do: 'mint', contract: 'art', to: 'alice', tokenIds: ['1', beyond] },
      '/tokenIds/1',
      'at most 2^256 - 1',
    ],
    [
      { do: 'mint', contract: 'parts', to: 'alice', tokenIds: [beyond] },
      '/tokenIds/0',
      'at most 2^256 - 1',
    ],
    [
      { do: 'mint', contract: 'parts', to: 'alice', tokenIds: ['1'], amounts: [beyond] },
      '/amounts/0',
      'at most 2^256 - 1',
    ],
    [{ ...give, contract: 'art' }, '/tokenId', 'at most 2^256 - 1'],
    [{ ...give, contract: 'parts' }, '/tokenId', 'at most 2^256 - 1'],
    [{ ...move, locktime: '2026-13-01T00:00:00Z' }, '/locktime', time],
    [{ ...move, locktime: '2026-02-30T00:00:00Z' }, '/locktime', time],
    [{ ...move, locktime: '1969-12-31T23:59:59Z' }, '/locktime', time],
    [{ ...move, locktime: '1970-01-01T00:30:00+01:00' }, '/locktime', time],
  ] as const
  for (const [action, pointer, expected] of cases)
    expect(await refusalOf(actAs(action)), JSON.stringify(action)).toEqual({
      code: 'bad_request',
      message: `/0${pointer} must be ${expected}, found ${valueAt(action, pointer)}`,
      details: { pointer: `/0${pointer}`, expected },
    })
  expect(await get('/_admin/world')).toEqual(before)
})

test('more coins than a transaction can name are more than any account has', async () => {
  const much = { do: 'export', from: 'ewoq', amount: '99999999999' }
  for (const [sourceChain, destinationChain] of [
    ['C', 'P'],
    ['P', 'X'],
    ['X', 'C'],
  ])
    expect(await refusalOf(actAs({ ...much, sourceChain, destinationChain }))).toMatchObject({
      code: 'not_possible',
      message: expect.stringMatching(/99999999999 (are needed|of)?/),
    })
})

test('an address cannot own an output twice', async () => {
  const cases = [
    { do: 'transfer', from: 'ewoq', to: ['alice', 'alice'], chain: 'X', amount: '1' },
    { do: 'transfer', from: ['ewoq', 'ewoq'], to: 'alice', chain: 'P', amount: '1' },
    { do: 'createSubnet', name: 'pair', by: 'ewoq', owner: ['alice', 'alice'], threshold: 2 },
    {
      ...{ do: 'addValidator', node: 'pair', from: 'ewoq', amount: '2000', duration: '30d' },
      rewardsTo: ['alice', 'alice'],
    },
  ]
  for (const action of cases)
    expect(await refusalOf(actAs(action))).toEqual({
      code: 'not_possible',
      message: expect.stringMatching(/^(alice and alice|ewoq and ewoq) must be different owners, /),
      details: { action: 0, pointer: '/0' },
    })
})

test('a balance of an ERC-1155 contract ends at 256 bits', async () => {
  const all = { do: 'mint', contract: 'parts', to: 'alice', tokenIds: ['7'], amounts: [largest] }
  await actAs(all)
  const refusal = await refusalOf(actAs({ ...all, amounts: ['1'] }))
  expect(refusal).toMatchObject({ code: 'not_possible', details: { action: 0 } })
  expect(await problems()).toEqual([])
})

test('a message that takes no time arrives in the second after it', async () => {
  const { results } = await act({
    ...{ do: 'sendMessage', from: 'ewoq', deliver: '0s' },
    ...{ sourceChain: 'C', destinationChain: '930114' },
  })
  const visible = () => get(`/v1/icm/messages/${results[0]?.messageId}`)
  expect((await visible()).status).toBe('pending')
  await server().clock.advance('1s')
  expect((await visible()).status).toBe('delivered')
})
