import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'
import { tinyWorld } from '../../support/tiny-world.ts'

// Before Etna no gas bounds the transactions of a second, and a frozen clock stays in one.

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-delegations-'))
let server: Snowglobe
beforeAll(async () => {
  const definition = join(folder, 'world.json')
  writeFileSync(definition, JSON.stringify({ ...tinyWorld, now: '2024-11-01T00:00:00Z' }))
  server = await startServer({ definition, network: 'fuji', pace: 0 })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('more delegations than a second holds are refused with a reason, and later ones are not', async () => {
  const list = '/v1/networks/fuji/validators?validationStatus=active&sortBy=delegationCapacity'
  const { validators } = (await get(server, list)).body as { validators: [{ nodeId: string }] }
  const delegate = {
    ...{ do: 'delegate', from: 'ewoq', node: validators[0].nodeId },
    ...{ amount: '1', duration: '14d', network: 'fuji' },
  }
  const act = (count: number) =>
    server.inject({
      ...{ method: 'POST', url: '/_admin/actions' },
      payload: Array.from({ length: count }, () => delegate),
    })
  for (let i = 0; i < 8; i++) expect((await act(1_000)).statusCode).toBe(200)
  const { head } = await server.world()

  const refused = await act(193)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.message).toBe(
    '8192 delegations on fuji start at 2024-11-01T00:00:00Z, the maximum in one second; start more at a later time',
  )
  expect((await server.world()).head).toBe(head)
  expect((await act(192)).statusCode).toBe(200)
  await server.clock.advance('1s')
  expect((await act(1)).statusCode).toBe(200)
})
