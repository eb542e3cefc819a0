import type { Snowglobe } from '../../src/snowglobe.ts'

/** View of the page: its route, and text that only its data can bring. */
export interface TestedView {
  readonly name: string
  readonly route: string
  readonly holds: string
}

/** Lists each view of the page with things of a seeded world, found through the interfaces. */
export async function viewsOf(snowglobe: Snowglobe): Promise<TestedView[]> {
  // biome-ignore lint/suspicious/noExplicitAny: each list has a shape of its own
  const list = async (path: string): Promise<any[]> => {
    const { nextPageToken: _, chainInfo: __, ...body } = (await snowglobe.inject(path)).json()
    return Object.values(body)[0] as never
  }
  const [evm] = await list('/v1/chains/43114/transactions?pageSize=1')
  const platform = await list('/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=100')
  const staking = platform.find(({ amountStaked }) => amountStaked.length > 0)
  const messages = await list('/v1/icm/messages?network=mainnet&pageSize=50')
  const delivered = messages.find(({ status }) => status === 'delivered')
  const { members, nodes, contracts, subnets, assets } = await snowglobe.cast()
  const [member] = members
  const [node] = nodes
  const token = contracts.find(
    ({ chainId, ercType }) => chainId === '43114' && ercType === 'ERC-20',
  )
  const l1 = subnets.find(({ isL1, network }) => isL1 && network === 'mainnet')
  const asset = assets.find(({ network, symbol }) => network === 'mainnet' && symbol !== 'AVAX')
  const webhook = await refusedWebhook(snowglobe, evm)
  const [delivery] = (await snowglobe.deliveries.list({ state: 'failed' })).deliveries
  const [request] = (await snowglobe.requests.list({ pageSize: 1 })).requests
  return [
    { name: 'overview', route: '', holds: 'Snowfall' },
    { name: 'explorer', route: 'explorer/mainnet', holds: 'Latest transactions of the C-Chain' },
    { name: 'EVM chain', route: 'explorer/mainnet/C', holds: 'Imports and exports' },
    { name: 'P-chain', route: 'explorer/mainnet/P', holds: 'Blockchain id' },
    { name: 'EVM block', route: 'explorer/mainnet/C/block/100', holds: 'Base fee' },
    { name: 'P-chain block', route: 'explorer/mainnet/P/block/400', holds: 'Active L1 validators' },
    {
      ...{ name: 'EVM transaction', holds: evm.from.address === member?.evm ? 'ewoq' : 'Gas used' },
      route: `explorer/mainnet/C/tx/${evm.txHash}`,
    },
    {
      ...{ name: 'P-chain transaction', holds: 'UTXOs in and out' },
      route: `explorer/mainnet/P/tx/${staking.txHash}`,
    },
    {
      ...{ name: 'address', holds: 'Balance over time' },
      route: `explorer/mainnet/address/${member?.evm}`,
    },
    {
      ...{ name: 'contract', holds: 'Largest holders' },
      route: `explorer/mainnet/address/${token?.address}?chain=43114`,
    },
    {
      ...{ name: 'asset', holds: asset?.symbol ?? '' },
      route: `explorer/mainnet/asset/${asset?.assetId}`,
    },
    {
      ...{ name: 'L1', holds: 'Became an L1 in' },
      route: `explorer/mainnet/subnet/${l1?.subnetId}`,
    },
    { name: 'validators', route: 'validators/mainnet', holds: 'L1 validators' },
    {
      ...{ name: 'validator', holds: 'Potential reward' },
      route: `validators/mainnet/${node?.mainnet}`,
    },
    { name: 'messages', route: 'messages/mainnet', holds: 'delivered' },
    { name: 'message', route: `messages/${delivered.messageId}`, holds: 'Relayed' },
    { name: 'wallets', route: 'wallets/mainnet', holds: 'alice' },
    { name: 'wallet', route: 'wallets/mainnet/alice', holds: 'Addresses and key' },
    { name: 'action', route: 'wallets/act/transfer?from=ewoq', holds: 'As test code' },
    { name: 'nested action', route: 'wallets/act/convertToL1', holds: 'validators' },
    { name: 'requests', route: 'requests', holds: 'listChains' },
    { name: 'request', route: `requests/${request?.id}`, holds: 'Headers' },
    { name: 'faults', route: 'faults', holds: 'probability' },
    { name: 'webhooks', route: 'webhooks', holds: 'address activity' },
    { name: 'webhook', route: `webhooks/${webhook}`, holds: 'ECONNREFUSED' },
    { name: 'delivery', route: `webhooks/${webhook}/${delivery?.id}`, holds: 'content-type' },
    { name: 'usage', route: 'usage', holds: 'createWebhook' },
    { name: 'time', route: 'time', holds: 'background block' },
    { name: 'operations', route: 'api', holds: 'listEvmBlocks' },
    { name: 'operation', route: 'api/listEvmBlocks', holds: 'Blocks of an EVM chain' },
    { name: 'unknown view', route: 'nowhere', holds: 'There is no such view' },
  ]
}

/** Makes a webhook about a transaction whose receiver does not run, and tries to deliver. */
async function refusedWebhook(
  snowglobe: Snowglobe,
  { txHash, from }: { readonly txHash: string; readonly from: { readonly address: string } },
): Promise<string> {
  const response = await fetch(`${snowglobe.url}/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ eventType: 'address_activity', url: 'http://127.0.0.1:1/', chainId: '43114' },
      metadata: { addresses: [from.address] },
    }),
  })
  const { id } = (await response.json()) as { id: string }
  await snowglobe.webhooks.replay(id, { chain: '43114', txId: txHash })
  await snowglobe.deliveries.settle()
  return id
}
