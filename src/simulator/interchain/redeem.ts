import { teleporterMessenger } from '../../formats/teleporter.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import { contractCall } from '../evm/call.ts'
import { redeemRelayerRewards } from '../evm/contracts/contract-interfaces.ts'
import type { Random } from '../random.ts'
import type { InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'

/**
 * Redeems the relayer's rewards on a chain.
 * @returns whether there are any
 */
export function redeemRewards(
  { relayer }: InterchainTools,
  { actors, messenger }: MessengerEndpoint,
  block: EvmBlock,
  random: Random,
): boolean {
  const token = actors.contracts.withRole('wrapped-native')
  if (!token || messenger.rewardOf(actors.textOf(relayer.evmAddress), token.text) === 0n)
    return false
  const data = redeemRelayerRewards.encode({ feeAsset: token.address })
  const call = contractCall(relayer, teleporterMessenger, data, random.int(30_000, 40_000))
  return block.execute(call) !== undefined
}
