import { teleporterMessenger } from '../../formats/teleporter.ts'
import { numberOfWord } from '../../formats/words.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import { contractCall } from '../evm/call.ts'
import {
  checkRelayerRewardAmount,
  redeemRelayerRewards,
} from '../evm/contracts/contract-interfaces.ts'
import type { InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'

/**
 * Redeems the relayer's rewards on a chain.
 * @returns whether there are any
 */
export function redeemRewards(
  { relayer }: InterchainTools,
  { actors }: MessengerEndpoint,
  block: EvmBlock,
): boolean {
  const token = actors.contracts.withRole('wrapped-native')
  if (!token) return false
  const question = { relayer: relayer.evmAddress, feeAsset: token.address }
  const reward = block.read(teleporterMessenger, checkRelayerRewardAmount.encode(question))
  if (!reward || numberOfWord(reward) === 0n) return false
  const data = redeemRelayerRewards.encode({ feeAsset: token.address })
  const call = contractCall(relayer, teleporterMessenger, data)
  return block.execute(call) !== undefined
}
