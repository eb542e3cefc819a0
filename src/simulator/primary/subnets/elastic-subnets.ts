import { daySeconds } from '../../../time/time-units.ts'
import { authorizationOf, buildPlatform } from '../platform/platform-builder.ts'
import type { SignedTransaction } from '../signed.ts'
import { assetOf, type Drafting, subnetOf } from '../state.ts'
import type { Party } from '../utxos/parties.ts'
import type { Subnet } from './subnet-book.ts'

/**
 * Supply of an elastic subnet's asset, in its smallest unit, and reward rates of its validators.
 */
const elasticRules = {
  initialSupply: 500_000_000n,
  maximumSupply: 800_000_000n,
  minConsumptionRate: 100_000n,
  maxConsumptionRate: 120_000n,
  minValidatorStake: 1_000n,
  maxValidatorStake: 100_000_000n,
  minStakeDuration: daySeconds,
  maxStakeDuration: 31_536_000,
  minDelegationFee: 20_000,
  minDelegatorStake: 100n,
  maxValidatorWeightFactor: 5,
  uptimeRequirement: 800_000,
}

/** Amount required on the P-chain to transform a subnet: the part of the supply to be minted. */
export const elasticDeposit = elasticRules.maximumSupply - elasticRules.initialSupply

/** Builds a TransformSubnetTx, after which any holder may stake the asset; Banff to Etna only. */
export function transformSubnet(
  state: Drafting,
  {
    time,
    payer,
    subnetName,
    asset,
  }: {
    time: number
    payer: Party
    subnetName: string
    asset: string
  },
): SignedTransaction {
  const subnet = subnetOf(state, subnetName)
  const { id: assetId } = assetOf(state, asset)
  return buildPlatform(state, {
    time,
    payer,
    needs: [{ assetId, amount: elasticDeposit }],
    authorizer: subnet.owner,
    assemble: (base) => ({
      type: 'TransformSubnetTx',
      ...base,
      subnetId: subnet.id,
      assetId,
      ...elasticRules,
      authorization: authorizationOf(subnet.owner),
    }),
  })
}

/** Builds a RemoveSubnetValidatorTx: the owner removes a permissioned validator before its end. */
export function removeValidator(
  state: Drafting,
  {
    time,
    payer,
    subnet,
    nodeId,
  }: { time: number; payer: Party; subnet: Subnet; nodeId: Uint8Array },
): SignedTransaction {
  return buildPlatform(state, {
    time,
    payer,
    needs: [],
    authorizer: subnet.owner,
    assemble: (base) => ({
      type: 'RemoveSubnetValidatorTx',
      ...base,
      nodeId,
      subnetId: subnet.id,
      authorization: authorizationOf(subnet.owner),
    }),
  })
}
