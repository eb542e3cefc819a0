import { afterAll, beforeAll, expect, test } from 'vitest'
import type { L1Validator } from '../../../../schemas/data/staking.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { startServer } from '../../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const list = async (network: string, query: Record<string, string>) => {
  const url = `/v1/networks/${network}/l1Validators?${new URLSearchParams(query)}`
  return (await walkPages<L1Validator>(server, url, 'validators', 2)).items
}
const everybody = { includeInactiveL1Validators: 'true' }

test.each([
  ['mainnet', 'fuji'],
  ['fuji', 'mainnet'],
])('any filters together leave what passes each of them, on %s', async (network, other) => {
  const all = await list(network, everybody)
  const active = new Set((await list(network, {})).map(({ validationId }) => validationId))
  expect(active.size).toBeGreaterThan(0)
  expect(active.size).toBeLessThan(all.length)
  const [unknownAddress] = await list(other, everybody)
  const models = [...all, ...(unknownAddress ? [unknownAddress] : [])]
  for (const [place, model] of models.entries()) {
    const next = models[(place + 1) % models.length] ?? model
    for (const flag of [{}, everybody])
      for (const [id, node, subnet] of [
        [model, undefined, undefined],
        [undefined, model, undefined],
        [undefined, undefined, model],
        [model, model, model],
        [model, next, undefined],
        [model, undefined, next],
        [undefined, model, next],
        [next, model, model],
      ]) {
        const query = {
          ...flag,
          ...(id && { l1ValidationId: id.validationId }),
          ...(node && { nodeId: node.nodeId }),
          ...(subnet && { subnetId: subnet.subnetId }),
        }
        const passes = (validator: L1Validator) =>
          (flag === everybody || active.has(validator.validationId)) &&
          (!id || validator.validationId === id.validationId) &&
          (!node || validator.nodeId === node.nodeId) &&
          (!subnet || validator.subnetId === subnet.subnetId)
        expect(await list(network, query), JSON.stringify(query)).toEqual(all.filter(passes))
      }
  }
})
