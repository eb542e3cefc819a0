import { type Ask, walk } from './asking.ts'

export interface PlatformTransaction {
  txHash: string
  txType: string
  blockTimestamp: number
  startTimestamp?: number
  endTimestamp?: number
  nodeId?: string
  subnetId?: string
  amountStaked: { amount: string }[]
  rewardAddresses?: string[]
  l1ValidatorDetails?: {
    validationId: string
    nodeId: string
    subnetId: string
    weight: number
    balanceChange?: number
  }[]
}

/** Returns all P-chain transactions of a network, oldest first. */
export const platformTransactions = (ask: Ask, network: string): Promise<PlatformTransaction[]> =>
  walk<PlatformTransaction>(
    ask,
    `/v1/networks/${network}/blockchains/p-chain/transactions?sortOrder=asc&pageSize=100`,
    'transactions',
  )

/** Time span, without its end. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly amount: bigint
}

/** Span of activity of an L1 validator. */
export interface L1Span extends Span {
  readonly network: string
  readonly validationId: string
  readonly nodeId: string
  readonly subnetId: string
}

/** Fee in nAVAX a second: the lowest price of ACP-77. */
export const l1Fee = 512

/** Returns the spans of activity of a network's L1 validators, from their deposits and the fee. */
export function l1Spans(
  network: string,
  transactions: readonly PlatformTransaction[],
  now: number,
): L1Span[] {
  const spans: L1Span[] = []
  const changes = transactions.flatMap(({ txType, blockTimestamp, l1ValidatorDetails = [] }) =>
    l1ValidatorDetails.map((details) => ({ txType, time: blockTimestamp, ...details })),
  )
  for (const validationId of new Set(changes.map((change) => change.validationId))) {
    const own = changes.filter((change) => change.validationId === validationId)
    let balance = 0
    own.forEach(({ txType, time, nodeId, subnetId, weight, balanceChange = 0 }, i) => {
      const isOver = txType === 'DisableL1ValidatorTx' || weight === 0
      balance = isOver ? 0 : balance + Math.max(0, balanceChange)
      const next = own[i + 1]?.time ?? now
      const to = Math.min(next, time + Math.ceil(balance / l1Fee))
      if (to > time)
        spans.push({
          ...{ network, validationId, nodeId, subnetId },
          ...{ from: time, to, amount: BigInt(weight) },
        })
      balance = Math.max(0, balance - (to - time) * l1Fee)
    })
  }
  return spans
}
