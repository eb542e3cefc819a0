import type { ActionOf, Do } from '../../../../schemas/control/actions/index.ts'

/**
 * A request and what its response holds. `{names}` stand for what the action made and for what is
 * always there; `X/tx isAccepted {tx}` asks the node's index.
 */
export type Place = readonly [request: string, ...holds: string[]]

/** An action, where it shows, and what it moves. Typed by hand from the contracts. */
export interface Row<Verb extends Do = Do> {
  readonly action: Omit<ActionOf<Verb>, 'do'>
  readonly places: readonly Place[]
  /** Amounts that the action gives and takes beside fees, by `member chain`: coins of that chain. */
  readonly moves?: Readonly<Record<string, string>>
  /** Payer of the fee, as `member chain`; the burned amount or the gas of the transaction. */
  readonly payer?: string
}

export const ofNetwork = '/v1/networks/mainnet'
const onPrimary = (chain: 'p' | 'x', of: string): Place[] => {
  const path = `${ofNetwork}/blockchains/${chain}-chain`
  return [
    [`${path}/transactions?addresses=${of}&pageSize=100`, '"txHash":"{tx}"'],
    [`${path}/transactions?pageSize=100`, '"txHash":"{tx}"'],
    [`${path}/transactions/{tx}`, '"txHash":"{tx}"', '"blockNumber":"{height}"'],
    [`${path}/blocks`, '"{tx}"'],
    [`${path}/blocks/{height}`, '"{tx}"'],
    [`${path}/nodes/{proposer}/blocks`, '"{tx}"'],
    [`${chain.toUpperCase()}/block isAccepted {container}`, 'true'],
  ]
}
export const onP = (of = '{alice}') => onPrimary('p', of)
export const onX = (of = '{alice}'): Place[] => [
  ...onPrimary('x', of),
  ['X/tx isAccepted {tx}', 'true'],
]

/** A P-chain transaction of a type, with more places. */
export const staking = (type: string, ...more: Place[]): Place[] => [
  ...onP(),
  [
    `${ofNetwork}/blockchains/p-chain/transactions?addresses={alice}&txTypes=${type}`,
    '"txHash":"{tx}"',
  ],
  ...more,
]

export const evm = (chainId: string, of: string): Place[] => {
  const path = `/v1/chains/${chainId}`
  return [
    [`${path}/addresses/${of}/transactions:listNative`, '"txHash":"{tx}"'],
    [`${path}/addresses/${of}/transactions`, '"txHash":"{tx}"'],
    [`/v2/chains/${chainId}/addresses/${of}/transactions`, '"txHash":"{tx}"'],
    [`${path}/transactions`, '"txHash":"{tx}"'],
    [`${path}/transactions/{tx}`, '"txHash":"{tx}"', '"blockNumber":"{height}"'],
    [`${path}/blocks/{height}/transactions`, '"txHash":"{tx}"'],
    [`${path}/blocks/{height}`, '"blockNumber":"{height}"'],
    [`${path}/blocks`, '"blockNumber":"{height}"'],
    ['/v1/transactions', '"txHash":"{tx}"'],
    ['/v1/chains/allTransactions', '"txHash":"{tx}"'],
    ['/v1/blocks', `"chainId":"${chainId}","blockNumber":"{height}"`],
    ['/v1/chains/allBlocks', `"chainId":"${chainId}","blockNumber":"{height}"`],
    [`/v1/address/${of}/chains`, `"chainId":"${chainId}"`],
    [`/v1/chains/address/${of}`, `"chainId":"${chainId}"`],
  ]
}
export const onC = (of = '{evmAlice}') => evm('43114', of)
export const c = '/v1/chains/43114'

export const atomic = (of: string): Place[] => [
  [`${ofNetwork}/blockchains/c-chain/transactions?addresses=${of}`, '"txHash":"{tx}"'],
  [`${ofNetwork}/blockchains/c-chain/transactions`, '"txHash":"{tx}"'],
  [`${ofNetwork}/blockchains/c-chain/transactions/{tx}`, '"txHash":"{tx}"'],
  [`${ofNetwork}/blockchains/c-chain/blocks`, '"{tx}"'],
]

export const message = (status: string): Place[] => [
  ['/v1/icm/messages', '"messageId":"{message}"'],
  ['/v1/icm/messages/{message}', `"status":"${status}"`, '{tx}'],
  ['/v1/icm/addresses/{evmAlice}/messages', '"messageId":"{message}"'],
  ['/v1/icm/addresses/{evmAlice}/messages?network=mainnet', '"messageId":"{message}"'],
  ['/v1/teleporter/messages', '"messageId":"{message}"'],
  ['/v1/teleporter/messages/{message}', `"status":"${status}"`],
  ['/v1/teleporter/addresses/{evmAlice}/messages', '"messageId":"{message}"'],
]

export const l1 = (weight: number): Place[] => [
  [`${ofNetwork}/l1Validators?subnetId={rime}&pageSize=100`, '{validation}', `"weight":${weight}`],
  [`${ofNetwork}/l1Validators?l1ValidationId={validation}`, `"weight":${weight}`],
]
export const aboutValidator: Place = [
  `${ofNetwork}/blockchains/p-chain/transactions?l1ValidationId={validation}`,
  '"txHash":"{tx}"',
]

/** Rows of some verbs, in an order in which they can happen. */
export type Rows<Verb extends Do> = { readonly [Each in Verb]: readonly Row<Each>[] }
