import { expect, test, vi } from 'vitest'
import { controlOperations } from '../../schemas/control/operations.ts'
import { dataRoutes } from '../../src/data/index.ts'
import { Worlds } from '../../src/http/worlds/worlds.ts'
import { isRecordedOfCallers } from '../../src/replicas/callers/caller-changes.ts'
import { isRecorded } from '../../src/replicas/recorded-operations.ts'
import { createSnowglobe } from '../../src/snowglobe.ts'

/** Where the state of each part of a world is in a snapshot of the sandbox. */
const parts: Readonly<Record<string, string>> = {
  name: 'name',
  world: 'clock, snapshots and files',
  faults: 'rules',
  scenarios: 'scenarios and delay, and a file',
  rateLimiter: 'rateLimit and windows',
  auth: 'auth',
  journal: 'journal: since when there are any; the engine has the requests',
  logs: 'journal',
  accounts: 'file',
  webhooks: 'deliveries, and the file of the accounts',
  usage: 'the file of the accounts; since the last record, none: requests of this replica',
  refused: 'none: transactions that this replica received',
  pool: 'none: transactions that this replica received',
  stateful: 'none: names the others',
  reset: 'none: a function',
  close: 'none: a function',
}

test('each part of a world is in a snapshot, or has a reason why not', async () => {
  const opened = vi.spyOn(Worlds, 'open')
  const server = await createSnowglobe({ size: 'empty', port: 0, logLevel: 'silent' })
  const worlds = await (opened.mock.results[0]?.value as ReturnType<typeof Worlds.open>)
  expect(Object.keys(worlds.main).sort()).toEqual(Object.keys(parts).sort())
  opened.mockRestore()
  await server.close()
})

test('each operation that is a record changes what is in a snapshot', () => {
  const recorded = controlOperations.filter(isRecorded).map(({ operationId }) => operationId)
  expect(new Set(recorded)).toEqual(
    new Set([
      ...[
        'act',
        'addFaults',
        'advanceClock',
        'clearFaults',
        'clearRequests',
        'createWorld',
        'importWorld',
      ],
      ...['makeBlocks', 'removeFault', 'removeScenario', 'removeSnapshot', 'removeWorld'],
      ...['replayMessages', 'reset', 'settleDeliveries'],
      ...['restoreSnapshot', 'saveSnapshot', 'setClock', 'setFault', 'setLimits', 'setScenario'],
      'stopAdvance',
    ]),
  )
})

test('each operation of the Data API that changes what callers have stored is a record', () => {
  const changes = dataRoutes
    .map(({ operation }) => operation)
    .filter(({ needsWriter, method }) => needsWriter && method !== 'GET')
    .map(({ operationId }) => operationId)
  // This one is an action, and actions are records.
  expect(changes.filter((id) => !isRecordedOfCallers(id))).toEqual(['reindexNft'])
})
