import type { Static, TSchema } from '@sinclair/typebox'
import type { Network } from '../../../src/networks/network.ts'
import { FundAction, TransferAction, WalletAction } from './transfers.ts'

/** What a user or a story can want to happen, by `do`. */
export const actionSchemas = {
  wallet: WalletAction,
  fund: FundAction,
  transfer: TransferAction,
} as const satisfies Readonly<Record<string, TSchema>>

export type Do = keyof typeof actionSchemas
/** An action by its verb. */
export type ActionOf<Verb extends Do> = Static<(typeof actionSchemas)[Verb]>
export type Action = { [Verb in Do]: ActionOf<Verb> }[Do]

/** What an action came to. */
export interface ActionResult {
  readonly do: Do
  readonly network: Network
  /** `P`, `X`, `C`, or the EVM chain id of an L1. */
  readonly chain?: string
  readonly txId?: string
  readonly height?: number
  /** ISO 8601, UTC. */
  readonly time: string
  readonly address?: string
  readonly nodeId?: string
  readonly subnetId?: string
  readonly blockchainId?: string
  readonly validationIds?: readonly string[]
  readonly assetId?: string
  readonly messageId?: string
  readonly tokenIds?: readonly string[]
}
