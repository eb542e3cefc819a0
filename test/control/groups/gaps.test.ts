import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ size: 'empty' })
})
afterAll(() => server?.close())

test.each(transports)('the gaps are those of docs/gaps.md, through %s', async (transport) => {
  const { gaps } = await through(transport, server).gaps()
  expect(gaps[2]).toEqual({
    id: 'G-03',
    open: 'Values of NftMetadata.indexStatus',
    choice: "The clients' eleven values in lower case, as the contract's sample is written",
    reason: "The contract's sample decides the case, the clients decide the list",
    switch: '`x-snowglobe-dialect: live` answers capitals',
  })
  expect(gaps.length).toBeGreaterThan(80)
})
