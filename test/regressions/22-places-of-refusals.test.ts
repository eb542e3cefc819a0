import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '../../schemas/control/actions/index.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { refusalOf, through, transports } from '../control/support/transports.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0 })
})
afterAll(() => server?.close())

const fine = { do: 'fund', to: 'alice', chain: 'C', amount: '1' } as const
const unknownAddress = '0x00000000000000000000000000000000000000aa'

test.each(transports)(
  'what the world refuses is reported with its place, through %s',
  async (transport) => {
    const world = through(transport, server)
    const cases: [action: object, pointer: string][] = [
      [{ do: 'transfer', from: unknownAddress, to: 'alice', chain: 'C', amount: '1' }, '/from'],
      [{ do: 'transfer', from: 'alice', to: 'nobody', chain: 'C', amount: '1' }, '/to'],
      [{ do: 'transfer', from: 'alice', to: ['bob', 'nobody'], chain: 'P', amount: '1' }, '/to/1'],
      [{ do: 'fund', to: 'alice', chain: '4711', amount: '1' }, '/chain'],
      [{ do: 'createChain', name: 'New', subnet: 'nowhere', by: 'ewoq' }, '/subnet'],
      [{ do: 'mintAsset', asset: 'nothing', to: 'alice', amount: '1' }, '/asset'],
      [{ do: 'mint', contract: unknownAddress, to: 'alice', amount: '1' }, '/contract'],
      [{ do: 'deliverMessage', message: 'nothing' }, '/message'],
      [{ do: 'disableL1Validator', validation: 'nothing', by: 'ewoq' }, '/validation'],
      [{ do: 'addValidator', node: 'new', from: 'ewoq', amount: '1', duration: '30d' }, '/amount'],
      [{ do: 'delegate', node: 'nope', from: 'ewoq', amount: '30', duration: '30d' }, '/node'],
      // No field of it is wrong alone.
      [{ do: 'transfer', from: 'carol', to: 'bob', chain: 'C', amount: '99999999' }, ''],
    ]
    for (const [action, pointer] of cases) {
      expect(await refusalOf(world.act([fine, action as Action]))).toMatchObject({
        code: 'not_possible',
        details: { action: 1, pointer: `/1${pointer}` },
      })
      expect(await refusalOf(world.act(action as Action))).toMatchObject({ details: { pointer } })
    }
  },
)

test('an unknown node is reported as it was named, with the known ones', async () => {
  const stake = { do: 'delegate', from: 'ewoq', amount: '30', duration: '30d' } as const
  expect((await refusalOf(server.act({ ...stake, node: 'nope' }))).message).toMatch(
    /^mainnet has no node nope; it has \w[\w-]*(, \w[\w-]*)+/,
  )
  const [name = ''] = (await server.cast()).nodes.flatMap((node) => node.name ?? [])
  expect(name).not.toBe('')
  expect((await refusalOf(server.act({ ...stake, node: `${name}x` }))).message).toContain(
    `did you mean ${name}?`,
  )
})

test.each(transports)('a misspelt field is reported as unknown, through %s', async (transport) => {
  const world = through(transport, server)
  const cases: [ask: () => Promise<unknown>, pointer: string, meant: string][] = [
    [
      () => world.act({ do: 'fund', to: 'alice', chain: 'C', ammount: '1' } as never),
      '/ammount',
      'amount',
    ],
    [
      () => world.act([fine, { do: 'fund', too: 'alice', chain: 'C', amount: '1' }] as never),
      '/1/too',
      'to',
    ],
    [() => world.faults.add({ respond: { statuss: 503 } } as never), '/respond/statuss', 'status'],
    [() => world.clock.set({ rat: 5 } as never), '/rat', 'rate'],
  ]
  for (const [ask, pointer, meant] of cases) {
    const { message, details } = await refusalOf(ask())
    expect(details).toMatchObject({ pointer })
    expect(message).toContain(`did you mean ${meant}?`)
  }
  expect(
    await refusalOf(world.act({ do: 'fund', to: 'alice', chain: 'C' } as never)),
  ).toMatchObject({ details: { pointer: '/amount' } })
})
