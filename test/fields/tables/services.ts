import { expect } from 'vitest'
import { constant } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'

/*
 * Signatures are verified where the whole message is taken apart, in test/data/signatures: here it
 * is only seen that the response begins with the message that was requested.
 */

const signatures = '/v1/signatureAggregator/mainnet/aggregateSignatures'
const begins = (digits: string) => expect.stringMatching(new RegExp(`^${digits}[0-9a-f]{8,}$`))

/** 2.6 SignedMessage of a Warp message that a contract sent. */
const aggregated: View = {
  of: 'aggregateSignatures',
  pick: "SELECT hex(unsigned) AS message FROM warp_message WHERE network = 'mainnet' LIMIT 1",
  url: signatures,
  body: { message: '{message}', quorumPercentage: 0 },
  rows: {},
  fields: { signedMessage: constant(expect.any(String)) },
}

/** The P-chain speaks for chain 0 of network 1. */
const announced: View = {
  of: 'getAggregatedSignatures',
  pick: "SELECT tx_id AS id FROM primary_transaction WHERE network = 'mainnet' AND tx_type = 'ConvertSubnetToL1Tx'",
  url: `${signatures}/{id}`,
  rows: {},
  fields: { signedMessage: constant(begins(`000000000001${'00'.repeat(32)}`)) },
}

const upDetails = { 'info.base.status': constant('up'), 'details.base.status': constant('up') }
const health = (of: string, url: string, details: View['fields']): View => ({
  of,
  url,
  rows: {},
  fields: { status: constant('ok'), ...details },
})

/** Nothing is counted, so no rows show: the query alone decides. */
const rpcUsage = (of: string, path: string, last: View['fields']): View => ({
  of,
  url: `/v1/${path}`,
  rows: {},
  fields: { aggregateDuration: constant('daily'), ...last },
})

/** Specification 4.1.1, 4.1.2 and the state of the service. */
export const services: FieldTable = [
  aggregated,
  announced,
  health('getHealth', '/v1/health-check', upDetails),
  health('getMetricsHealth', '/v2/health-check', upDetails),
  health('getLiveness', '/v1/live-check', {}),
  health('getMetricsLiveness', '/v2/live-check', {}),
  rpcUsage('getSubnetRpcUsageMetrics', 'subnetRpcUsageMetrics', { chainId: constant('') }),
  rpcUsage('getRpcUsageMetrics', 'rpcUsageMetrics', { chainId: constant('') }),
  rpcUsage('getPrimaryNetworkRpcUsageMetrics', 'primaryNetworkRpcUsageMetrics?network=fuji', {
    network: constant('testnet'),
  }),
]
