import type { Network } from '../../../fixtures/networks.ts'
import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import type { TeleporterMessage } from '../../formats/teleporter.ts'
import type { Actors } from '../evm/actions/actors.ts'
import type { Contract } from '../evm/contract-book.ts'
import type { Wallet } from '../wallets.ts'
import type { MessageRows, Place, RewardToken } from './message-rows.ts'
import { Messenger } from './messenger.ts'

/** A message on its way between two chains of the world. */
export interface Travelling {
  /** Key of its row. */
  readonly seq: number
  readonly id: Uint8Array
  readonly source: Place
  readonly message: TeleporterMessage
  readonly unsigned: Uint8Array
  /** Epoch seconds. */
  readonly sentAt: number
}

/** One chain of the world and its messenger. */
export interface Station {
  readonly declared: EvmChainDefinition
  readonly actors: Actors
  readonly messenger: Messenger
  /** Messages to this chain that a relayer may deliver, the oldest first. */
  readonly arriving: Travelling[]
  /** Throws before the chain was created. */
  place(): Place
}

/** What the interchain actions of one network share. */
export interface InterchainTools {
  readonly network: Network
  readonly networkId: number
  /** Delivers messages and is rewarded. */
  readonly relayer: Wallet
  readonly rows: MessageRows
  /** All chains of the network with EVM in the world, in the order of the definition. */
  readonly stations: readonly Station[]
}

export function createStation(
  declared: EvmChainDefinition,
  actors: Actors,
  blockchainId: () => Uint8Array,
): Station {
  return {
    declared,
    actors,
    messenger: new Messenger(),
    arriving: [],
    place: () => ({ evmChainId: declared.chainId, blockchainId: blockchainId() }),
  }
}

/** The token in which senders on a chain offer rewards: its wrapped native token. */
export const rewardContract = ({ actors }: Station): Contract | undefined =>
  actors.contracts.withRole('wrapped-native')

export const rewardTokenOf = ({ address, declared }: Contract): RewardToken => ({
  address,
  name: declared.name ?? '',
  symbol: declared.symbol ?? '',
  decimals: declared.decimals ?? 0,
  logoUri: declared.logoUri,
  usd: declared.usd,
})
