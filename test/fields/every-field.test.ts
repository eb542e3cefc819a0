import { type TSchema, Type } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexMethods, LiveContainerRange } from '../../schemas/container-index.ts'
import { webhookMessages as messageShapes } from '../../schemas/data/webhook-messages.ts'
import { infoMethods } from '../../schemas/info.ts'
import { NoBody } from '../../schemas/operation.ts'
import { dataRoutes } from '../../src/data/index.ts'
import type { Route } from '../../src/http/rest/route.ts'
import { responseShape } from '../../src/http/rest/route-shape.ts'
import { metricsRoutes } from '../../src/metrics/index.ts'
import { type Field, fieldsOf } from './support/changes.ts'
import { dialectsOf } from './support/field-tests.ts'
import { leafAt, leavesOf } from './support/leaves.ts'
import { openPrivateWorld, type PrivateWorld } from './support/private-world.ts'
import { openView, placeOf, responseOf } from './support/prove.ts'
import { balances } from './tables/balances.ts'
import { chainMetrics } from './tables/chain-metrics.ts'
import { chainWindows } from './tables/chain-windows.ts'
import { containerIndex } from './tables/container-index.ts'
import { evmChains } from './tables/evm-chains.ts'
import { evmDetails } from './tables/evm-details.ts'
import { evmHoldings } from './tables/evm-holdings.ts'
import { evmLatest } from './tables/evm-latest.ts'
import { evmMessages } from './tables/evm-messages.ts'
import { evmTokenLists } from './tables/evm-token-lists.ts'
import { evmTransfers } from './tables/evm-transfers.ts'
import { icm } from './tables/icm.ts'
import { icmLists } from './tables/icm-lists.ts'
import { assets, liveTransactions } from './tables/live-transactions.ts'
import { lookingGlass } from './tables/looking-glass.ts'
import { nodeInfo } from './tables/node.ts'
import { pages } from './tables/pages.ts'
import { primaryBlocks } from './tables/primary-blocks.ts'
import { primaryMessages } from './tables/primary-messages.ts'
import { primaryNetwork } from './tables/primary-network.ts'
import { primaryTransactions } from './tables/primary-transactions.ts'
import { rewards } from './tables/rewards.ts'
import { services } from './tables/services.ts'
import { staking } from './tables/staking.ts'
import { subnets } from './tables/subnets.ts'
import { utxos } from './tables/utxos.ts'
import { validatorAndMessageMetrics } from './tables/validator-and-message-metrics.ts'
import { validatorMessages } from './tables/validator-messages.ts'
import { validators } from './tables/validators.ts'

/**
 * Tells whether a response is made of rows of the world. What lies beside the log has no rows: the
 * tests of those routes compare whole responses.
 */
const isOfRows = ({ operation }: Route) =>
  operation.response !== NoBody && operation.needsWriter !== true

const views = [
  ...balances,
  ...chainMetrics,
  ...chainWindows,
  ...containerIndex,
  ...evmChains,
  ...evmDetails,
  ...evmHoldings,
  ...evmLatest,
  ...evmTokenLists,
  ...evmTransfers,
  ...icm,
  ...icmLists,
  ...liveTransactions,
  ...lookingGlass,
  ...assets,
  ...nodeInfo,
  ...pages,
  ...primaryBlocks,
  ...primaryTransactions,
  ...services,
  ...staking,
  ...subnets,
  ...validatorAndMessageMetrics,
  ...validators,
  ...rewards,
  ...utxos,
  ...primaryNetwork,
  ...evmMessages,
  ...primaryMessages,
  ...validatorMessages,
]

/** Answers by operation or method and dialect. */
const shapes = new Map<string, TSchema>()
for (const dialect of ['documented', 'live'] as const) {
  for (const route of [...dataRoutes, ...metricsRoutes].filter(isOfRows))
    shapes.set(`${route.operation.operationId} ${dialect}`, responseShape(route, dialect))
  for (const [name, { result }] of Object.entries({ ...infoMethods, ...indexMethods }))
    shapes.set(`${name} ${dialect}`, result)
}
shapes.set('index.getContainerRange live', LiveContainerRange)
for (const [eventType, shape] of Object.entries(messageShapes))
  shapes.set(`${eventType} documented`, Type.Array(shape))

/** Fields that no response of ours has, by the beginning of its leaf. */
const neverThere: readonly string[] = [
  // The world does not know of them.
  ...['documented', 'live'].flatMap((dialect) => [
    `listChains ${dialect} chains.[].wsUrl`,
    `getChain ${dialect} wsUrl`,
    `listAddressChains ${dialect} indexedChains.[].wsUrl`,
    `getAddressChains ${dialect} indexedChains.[].wsUrl`,
  ]),
  // A stake that runs is not rewarded, and one that the owner of a subnet ends takes no delegations.
  ...['documented', 'live'].flatMap((dialect) =>
    ['listValidators', 'getSingleValidatorDetails'].flatMap((operation) => [
      `${operation} ${dialect} validators.[]<ActiveValidator>.potentialRewards.rewardTxHash`,
      `${operation} ${dialect} validators.[]<RemovedValidator>.delegationFee`,
    ]),
  ),
  // A page of the metrics service has room for 10,000 chains.
  ...['documented', 'live'].map((dialect) => `listMetricsChains ${dialect} nextPageToken`),
  // Belong to the other token standard.
  'listErc721Balances documented erc721TokenBalances.[].balance',
  'listErc1155Transfers documented transactions.[].erc1155Token.ownerAddress',
  'listTransfers documented transfers.[]<Erc1155Transfer>.erc1155Token.ownerAddress',
  ...['getTransaction', 'getDeploymentTransaction'].map(
    (operation) => `${operation} documented erc1155Transfers.[].erc1155Token.ownerAddress`,
  ),
  ...['listTransactions', 'listTransactionsV2'].map(
    (operation) =>
      `${operation} documented transactions.[].erc1155Transfers.[].erc1155Token.ownerAddress`,
  ),
  // Status 503 reports failures, and liveness knows of nothing that could be down.
  ...['documented', 'live'].flatMap((dialect) => [
    `getHealth ${dialect} error`,
    `getMetricsHealth ${dialect} error`,
    ...['getLiveness', 'getMetricsLiveness'].flatMap((health) =>
      ['info', 'error', 'details'].map((part) => `${health} ${dialect} ${part}`),
    ),
  ]),
  // Calls of the node are not counted.
  ...['documented', 'live'].flatMap((dialect) =>
    ['SubnetRpc', 'Rpc', 'PrimaryNetworkRpc'].map(
      (of) => `get${of}UsageMetrics ${dialect} metrics`,
    ),
  ),
  // The contract shares the shape with the current release of the node.
  'info.getVMs documented fxs',
  ...['upgradeTime', 'supportedACPs', 'objectedACPs'].map(
    (field) => `info.peers documented peers.[].${field}`,
  ),
  'info.upgrades documented graniteEpochDuration',
  'info.upgrades documented heliconTime',
  // Lists of the deployed service leave every genesis out.
  'listSubnets live subnets.[].blockchains.[].genesisData',
  'listBlockchains live blockchains.[].genesisData',
]

let world: PrivateWorld
beforeAll(async () => {
  world = await openPrivateWorld()
})
afterAll(() => world.close())

/** Returns the leaf of a field; one that is a whole response stands for all of its variants. */
function leafOf({ source }: Field, shape: TSchema, response: unknown, path: string): string {
  const leaf = leafAt(shape, response, path)
  const isWhole = typeof source !== 'string' && source.kind === 'response'
  return isWhole ? leaf.replace(/<\w+>$/, '') : leaf
}

/** Leaves that the rows of the tables stand for, with what is below them. */
async function leavesInTables(): Promise<Set<string>> {
  const leaves = new Set<string>()
  for (const view of views)
    for (const dialect of dialectsOf(view)) {
      const name = `${view.of} ${dialect}`
      const shape = shapes.get(name)
      if (!shape) throw new Error(`the contract has no ${name}`)
      await openView(world, view, dialect, async (opened) => {
        const response = await responseOf(opened)
        for (const field of fieldsOf(view))
          leaves.add(`${name} ${leafOf(field, shape, response, placeOf(opened, field))}`)
      })
    }
  return leaves
}

/** A leaf and everything that it is a part of. */
const wholesOf = (leaf: string): string[] => [
  leaf,
  ...[...leaf.matchAll(/[.<]/g)].map(({ index }) => leaf.slice(0, index)),
]

test('every field of every response of both dialects is in the tables, and nothing else is', async () => {
  // A row that is in no shape fails here: it has no leaf.
  const inTables = await leavesInTables()
  const leaves = [...shapes].flatMap(([name, shape]) =>
    leavesOf(shape).map((leaf) => `${name} ${leaf}`),
  )
  const missing = leaves.filter((leaf) => !wholesOf(leaf).some((whole) => inTables.has(whole)))
  expect(
    missing.filter((leaf) => !wholesOf(leaf).some((whole) => neverThere.includes(whole))),
  ).toEqual([])
  const missingWholes = new Set(missing.flatMap(wholesOf))
  const needless = neverThere.filter((never) => !missingWholes.has(never))
  expect(needless).toEqual([])
})
