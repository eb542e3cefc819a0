import type { WebhookRequest } from '../../../schemas/data/webhooks.ts'
import { badRequest, quoteInput } from '../../http/response/errors.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { blockchainIdOf } from '../../networks/primary-chain.ts'
import { refusalOfUrl, type WebhookHosts } from '../../webhooks/url-hosts.ts'
import type { World } from '../../world/world.ts'
import { findChain } from '../evm/find-chain.ts'
import { readAddresses, readNodeIds } from '../primary/text-lists.ts'

/**
 * Checks what the schema of a webhook cannot say. G-220, G-221
 * @returns the request with the decimal id of an EVM chain
 * @throws 400
 */
export function checkedRequest(
  world: World,
  request: WebhookRequest,
  hosts: WebhookHosts,
): WebhookRequest {
  checkUrl(request.url, hosts)
  if (request.eventType === 'address_activity')
    return { ...request, chainId: evmChain(world, request.chainId) }
  const { network, metadata } = request
  if (request.eventType === 'primary_network_address_activity') {
    const { chainId, metadata: own } = request
    const names = ['p-chain', 'x-chain', primaryNetworkId, blockchainIdOf(network, 'X')]
    if (!names.includes(chainId))
      throw badRequest(`chainId must be one of ${names.join(', ')}, not ${quoteInput(chainId)}`)
    own.keys.forEach((key, at) => {
      readAddresses(`metadata.keys[${at}]`, key, network, 1)
    })
    const isLimited = own.subEvents.addressActivitySubEvents.includes('balance_threshold')
    if (isLimited && !own.balanceThresholdFilter)
      throw badRequest('metadata.balanceThresholdFilter is required for balance_threshold')
    return request
  }
  const { keyType, keys, subEvents, l1ValidatorFeeBalanceThreshold } = request.metadata
  if (keys.length !== 1)
    throw badRequest(`metadata.keys must be a list of 1 item, not ${quoteInput(metadata.keys)}`)
  if (keyType === 'nodeId') readNodeIds('metadata.keys[0]', keys[0] ?? '')
  const isLimited = subEvents.validatorActivitySubEvents.includes('l1_validator_balance_threshold')
  if (isLimited && l1ValidatorFeeBalanceThreshold === undefined)
    throw badRequest(
      'metadata.l1ValidatorFeeBalanceThreshold is required for l1_validator_balance_threshold',
    )
  return request
}

/** Checks the URL of a webhook. @throws 400 with the option that would allow its host */
export function checkUrl(url: string, hosts: WebhookHosts): void {
  const refusal = refusalOfUrl(url, hosts)
  if (refusal !== undefined) throw badRequest(`url ${refusal}`)
}

function evmChain(world: World, id: string): string {
  try {
    return findChain(world, id).chain_id
  } catch {
    throw badRequest(`chainId must be an EVM chain of the world, not ${quoteInput(id)}`)
  }
}
