import { address, uint256 } from '../../formats/evm/abi.ts'
import { abiEvent, erc20Transfer, indexed } from '../../formats/evm/events.ts'
import { teleporterMessenger } from '../../formats/teleporter.ts'
import type { EvmBlock } from '../evm/block.ts'
import { contractCall } from '../evm/call.ts'
import { redeemRelayerRewards } from '../evm/contract-interfaces.ts'
import type { Random } from '../random.ts'
import { type InterchainTools, rewardContract, type Station } from './station.ts'

const rewardsRedeemedEvent = abiEvent('RelayerRewardsRedeemed', {
  redeemer: indexed(address),
  asset: indexed(address),
  amount: uint256,
})

/** The relayer takes the rewards that it is owed on a chain; @returns whether there are any. */
export function redeemRewards(
  { relayer }: InterchainTools,
  station: Station,
  block: EvmBlock,
  random: Random,
): boolean {
  const { actors, messenger } = station
  const account = actors.textOf(relayer.evmAddress)
  const amount = messenger.rewardOf(account)
  const token = rewardContract(station)
  if (amount === 0n || !token) return false
  const data = redeemRelayerRewards.encode({ feeAsset: token.address })
  const call = contractCall(relayer, teleporterMessenger, data, {
    gas: random.int(30_000, 40_000),
    logs: [
      rewardsRedeemedEvent.encode(teleporterMessenger, {
        redeemer: relayer.evmAddress,
        asset: token.address,
        amount,
      }),
      erc20Transfer.encode(token.address, {
        from: teleporterMessenger,
        to: relayer.evmAddress,
        value: amount,
      }),
    ],
  })
  if (!block.execute(call)) return false
  messenger.redeemed(account)
  return true
}
