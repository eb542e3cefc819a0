import { Glacier } from '@avalabs/glacier-sdk'
import { expect, inject, test } from 'vitest'
import {
  type CallerClient,
  callerOperations,
  testCallerOperations,
} from '../support/caller-operations.ts'

const glacier = new Glacier({
  BASE: inject('servers').mainnet,
  HEADERS: { 'x-glacier-api-key': 'sg_webhooks-of-glacier', 'x-snowglobe-dialect': 'live' },
})
const { webhooks, operations, dataApiUsageMetrics } = glacier

type Page = { readonly nextPageToken?: string }

/** Pages by themselves, as the other clients do it. */
async function* pagesOf<Result extends Page>(
  getPage: (token: { pageToken?: string }) => PromiseLike<Result>,
) {
  let token: string | undefined
  do {
    const result: Result = await getPage(token === undefined ? {} : { pageToken: token })
    yield { result }
    token = result.nextPageToken
  } while (token !== undefined)
}

/** glacier-sdk under the names of the other clients. */
const client = {
  webhooks: {
    create: (requestBody: Parameters<typeof webhooks.createWebhook>[0]['requestBody']) =>
      webhooks.createWebhook({ requestBody }),
    list: async (request: object) =>
      pagesOf((token) => webhooks.listWebhooks({ ...request, ...token })),
    get: (request) => webhooks.getWebhook(request),
    update: ({ id, updateWebhookRequest: requestBody }) =>
      webhooks.updateWebhook({ id, requestBody }),
    deactivate: (request) => webhooks.deactivateWebhook(request),
    generateOrRotateSharedSecret: () => webhooks.generateOrRotateSharedSecret(),
    getSharedSecret: () => webhooks.getSharedSecret(),
    addresses: {
      add: ({ id, addressesChangeRequest: requestBody }) =>
        webhooks.addAddressesToWebhook({ id, requestBody }),
      remove: ({ id, addressesChangeRequest: requestBody }) =>
        webhooks.removeAddressesFromWebhook({ id, requestBody }),
      list: async (request) =>
        pagesOf((token) => webhooks.getAddressesFromWebhook({ ...request, ...token })),
    },
  },
  data: {
    operations: {
      exportTransactions: (
        requestBody: Parameters<typeof operations.postTransactionExportJob>[0]['requestBody'],
      ) => operations.postTransactionExportJob({ requestBody }),
      getResult: (request) => operations.getOperationResult(request),
    },
    usageMetrics: {
      getUsage: (request: object) => dataApiUsageMetrics.getApiUsageMetrics(request),
      getLogs: async (request: object) =>
        pagesOf((token) => dataApiUsageMetrics.getApiLogs({ ...request, ...token })),
      getSubnetRpcUsage: (request: object) => dataApiUsageMetrics.getSubnetRpcUsageMetrics(request),
      getRpcUsageMetrics: (request: object) => dataApiUsageMetrics.getRpcUsageMetrics(request),
    },
  },
} as CallerClient

testCallerOperations(client, {})

test('usage of the RPC of the primary network is of this client alone', async () => {
  const response = await dataApiUsageMetrics.getPrimaryNetworkRpcUsageMetrics({
    network: 'mainnet' as never,
  })
  expect(response).toMatchObject({ network: 'mainnet', metrics: [] })
})

test('these are all operations on what a server holds for an API key', () => {
  const methods = [webhooks, operations, dataApiUsageMetrics].flatMap((service) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(service)).filter(
      (name) => name !== 'constructor',
    ),
  )
  expect(methods).toHaveLength(callerOperations.length + 1)
})
