import { expect, onTestFinished, test } from 'vitest'
import { addressText } from '../../src/formats/addresses.ts'
import { blsPublicKey, blsSecretKey, proofOfPossession } from '../../src/formats/bls.ts'
import { nodeIdText, primaryNetworkIdBytes } from '../../src/formats/ids.ts'
import type { PlatformTransaction } from '../../src/formats/p-chain-transactions.ts'
import { startServer } from '../support/server.ts'
import {
  base,
  ewoq,
  ewoqText,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

const coin = 10n ** 9n
const day = 86_400n
const nodeId = new Uint8Array(20).fill(7)
const feeOwner = new Uint8Array(20).fill(9)
const feeOwnerText = addressText(feeOwner, 'fuji')
const secret = blsSecretKey(new Uint8Array(32).fill(7))
const ownerOf = (address: Uint8Array) => ({
  ...{ type: 'Owners' as const, locktime: 0n, threshold: 1 },
  addresses: [address],
})

test.each([
  ['with a delegation', true],
  ['without a delegation', false],
])(
  'the end of a validation %s has the owners of its reward and of the fees',
  async (_case, isDelegated) => {
    const server = await startServer({ network: 'fuji', pace: 0 })
    onTestFinished(() => server.close())
    const issued = async (make: (utxo: Spendable, now: bigint) => PlatformTransaction) => {
      const utxo = spendable(await utxosOf(server))[0] as Spendable
      const now = BigInt(Date.parse((await server.world()).now) / 1000)
      const response = await issue(server, '/ext/bc/P', 'platform', signed(make(utxo, now)))
      expect(response).toHaveProperty('result.txID')
      return response.result.txID as string
    }
    const stakingTx = await issued((utxo, now) =>
      withChange(
        {
          ...{ type: 'AddPermissionlessValidatorTx', ...base(utxo) },
          validator: { nodeId, start: 0n, end: now + 3n * day, weight: 2n * coin },
          subnetId: primaryNetworkIdBytes,
          signer: {
            type: 'ProofOfPossession',
            publicKey: blsPublicKey(secret),
            proof: proofOfPossession(secret),
          },
          stake: [outputTo(2n * coin)],
          validatorRewardsOwner: ownerOf(ewoq),
          delegatorRewardsOwner: ownerOf(feeOwner),
          shares: 200_000,
        },
        2n * coin,
      ),
    )
    if (isDelegated)
      await issued((utxo, now) =>
        withChange(
          {
            ...{ type: 'AddPermissionlessDelegatorTx', ...base(utxo) },
            validator: { nodeId, start: 0n, end: now + 2n * day, weight: coin },
            subnetId: primaryNetworkIdBytes,
            stake: [outputTo(coin)],
            rewardsOwner: ownerOf(ewoq),
          },
          coin,
        ),
      )
    const pending = async (filter: string) => {
      const path = `/v1/networks/fuji/rewards:listPending?${filter}`
      const { pendingRewards } = (await server.inject(path)).json()
      return pendingRewards
        .filter((reward: { nodeId: string }) => reward.nodeId === nodeIdText(nodeId))
        .map(({ rewardType, addresses }: { rewardType: string; addresses: string[] }) => [
          ...[rewardType, ...addresses],
        ])
        .sort()
    }
    const delegation = isDelegated
      ? { fees: [['VALIDATOR_FEE', feeOwnerText]], own: [['DELEGATOR', ewoqText]] }
      : { fees: [], own: [] }
    const ofStaker = [...delegation.own, ['VALIDATOR', ewoqText]]
    expect(await pending(`addresses=${feeOwnerText}`)).toEqual(delegation.fees)
    expect(await pending(`addresses=${ewoqText}`)).toEqual(ofStaker)
    const all = [...ofStaker, ...delegation.fees]
    expect(await pending(`addresses=${ewoqText},${feeOwnerText}`)).toEqual(all)
    expect(await pending(`nodeIds=${nodeIdText(nodeId)}`)).toEqual(all)
    await server.clock.advance('4d')
    const { rules } = await server.check()
    expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
    const { transactions } = (
      await server.inject(
        `/v1/networks/fuji/blockchains/p-chain/transactions?addresses=${ewoqText}&txTypes=RewardValidatorTx`,
      )
    ).json()
    const end = transactions.find((tx: { stakingTxHash: string }) => tx.stakingTxHash === stakingTx)
    expect(end.rewardAddresses).toEqual([ewoqText, feeOwnerText])
  },
)
