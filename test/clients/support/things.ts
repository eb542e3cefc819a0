import { inject } from 'vitest'
import { ewoqEvm, known, type Network } from './world.ts'

type Json = Record<string, unknown>

/** Things of a network, by which clients ask for one of its kind; found by plain requests. */
export async function thingsOf(network: Network) {
  const { cChainEvmId: chainId, xChainId, avaxAssetId, ewoq } = known[network]
  const chain = `/v1/chains/${chainId}`
  const primary = `/v1/networks/${network}`
  const [transaction] = await list(`${chain}/transactions?status=success`, 'transactions')
  const [deployment] = await list(`${chain}/contracts/${ewoqEvm}/deployments`, 'contracts')
  const [nft] = await list(
    `${chain}/addresses/${ewoqEvm}/balances:listErc721`,
    'erc721TokenBalances',
  )
  const [token] = await list(
    `${chain}/addresses/${ewoqEvm}/balances:listErc20`,
    'erc20TokenBalances',
  )
  const [platform] = await list(`${primary}/blockchains/p-chain/transactions`, 'transactions')
  const [conversion] = await list(
    `${primary}/blockchains/p-chain/transactions?txTypes=ConvertSubnetToL1Tx&addresses=${ewoq}`,
    'transactions',
  )
  const [vertex] = await list(`${primary}/blockchains/x-chain/vertices`, 'vertices')
  const [validator] = await list(`${primary}/validators?validationStatus=completed`, 'validators')
  const [proposed] = (await list(`${primary}/blockchains/p-chain/blocks`, 'blocks')).filter(
    (block) => block.proposerDetails !== undefined,
  )
  const [l1] = await list(`${primary}/l1Validators`, 'validators')
  const [message] = await list(`/v1/icm/messages?network=${network}`, 'messages')
  return {
    ...{ network, chainId, xChainId, avaxAssetId, ewoq },
    txHash: text(transaction, 'txHash'),
    blockNumber: text(transaction, 'blockNumber'),
    deployed: text(deployment, 'address'),
    collection: text(nft, 'address'),
    tokenId: text(nft, 'tokenId'),
    token: text(token, 'address'),
    platformTxHash: text(platform, 'txHash'),
    platformBlock: text(platform, 'blockNumber'),
    conversionTxHash: text(conversion, 'txHash'),
    vertexHash: text(vertex, 'vertexHash'),
    vertexHeight: Number(vertex?.vertexHeight),
    validatorNodeId: text(validator, 'nodeId'),
    proposerNodeId: text(proposed?.proposerDetails as Json, 'proposerNodeId'),
    l1ValidationId: text(l1, 'validationId'),
    l1NodeId: text(l1, 'nodeId'),
    l1SubnetId: text(l1, 'subnetId'),
    messageId: text(message, 'messageId'),
  }
}

export type Things = Awaited<ReturnType<typeof thingsOf>>

async function list(path: string, name: string): Promise<Json[]> {
  const headers = { 'x-snowglobe-dialect': 'documented' }
  const response = await fetch(inject('servers').mainnet + path, { headers })
  const body = (await response.json()) as Json
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
  return body[name] as Json[]
}

function text(thing: Json | undefined, name: string): string {
  const value = thing?.[name]
  if (typeof value !== 'string') throw new Error(`${name} is not in ${JSON.stringify(thing)}`)
  return value
}
