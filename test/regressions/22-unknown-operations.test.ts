import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationName, Snowglobe } from '../../src/snowglobe.ts'
import { refusalOf, through, transports } from '../control/support/transports.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

test.each(transports)(
  'an operation that no interface has is refused with those that are spelt nearly so, through %s',
  async (transport) => {
    const { faults, requests } = through(transport, server)
    for (const [misspelt, nearest] of [
      ['listErc20Transfer', 'listErc20Transfers'],
      ['LISTEVMBLOCKS', 'listEvmBlocks'],
      ['info.peer', 'info.peers'],
      ['peers', 'info.peers'],
      ['getlastaccepted', 'index.getLastAccepted'],
      ['nothing of the kind', 'such as'],
      ['', 'such as'],
    ] as const) {
      // The compiler refuses them too, where it knows the text.
      const operation = misspelt as string as OperationName
      const match = { operation }
      const refused = [
        [() => faults.set('it', { match, respond: { status: 503 } }), '/match/operation'],
        [() => faults.add([{ match, cors: false }]), '/rules/0/match/operation'],
        [() => requests.list({ operation }), '/operation'],
        [() => requests.verify({ match, count: { atMost: 0 } }), '/match/operation'],
      ] as const
      for (const [ask, pointer] of refused) {
        const { code, message, details } = await refusalOf(ask())
        expect({ code, details }).toMatchObject({ code: 'bad_request', details: { pointer } })
        expect(message).toContain(nearest)
      }
    }
    expect((await faults.list()).rules).toEqual([])
  },
)

test.each(transports)(
  'every operation of the four interfaces is known, through %s',
  async (transport) => {
    const { requests } = through(transport, server)
    for (const operation of [
      'listEvmBlocks',
      'getEvmChainMetrics',
      'info.peers',
      'info.getVMs',
      'index.isAccepted',
      'getStakingMetrics',
    ] as const)
      expect((await requests.list({ operation })).requests).toEqual([])
  },
)

test('the operations of the document are those that a rule may match', async () => {
  const { paths } = (await server.inject('/openapi.json')).json()
  const named = Object.values<Record<string, { operationId: string }>>(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
    .filter((name) => name !== 'callInfo' && !name?.startsWith('callIndex'))
  expect(named.length).toBeGreaterThan(80)
  for (const operation of named)
    await server.faults.set('it', {
      match: { operation: operation as OperationName },
      respond: { status: 503 },
    })
})
