export interface Delegation {
  readonly nodeId: string
  readonly nAvax: bigint
  readonly status: 'pending' | 'active' | 'completed'
}

/** Delegations of an address, from the Data API at `api`: all pages, the latest start first. */
export async function delegationsOf(
  api: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<Delegation[]> {
  const url = new URL('/v1/networks/mainnet/delegators', api)
  url.searchParams.set('rewardAddresses', address)
  const found: Delegation[] = []
  for (;;) {
    const response = await fetch(url, { headers })
    if (!response.ok) throw new Error(`The Data API answers ${response.status}`)
    const { delegators, nextPageToken } = (await response.json()) as Page
    for (const { nodeId, amountDelegated, delegationStatus } of delegators)
      found.push({ nodeId, nAvax: BigInt(amountDelegated), status: delegationStatus })
    if (!nextPageToken) return found
    url.searchParams.set('pageToken', nextPageToken)
  }
}

interface Page {
  delegators: {
    nodeId: string
    amountDelegated: string
    delegationStatus: Delegation['status']
  }[]
  nextPageToken?: string
}
