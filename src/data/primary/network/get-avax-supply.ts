import { type AvaxSupply, getAvaxSupply } from '../../../../schemas/data/primary-network.ts'
import { route } from '../../../http/rest/route.ts'
import { networkConstants, primaryNetworkId } from '../../../networks/constants.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { l1FeesCharged } from '../../../store/l1-fees.ts'
import { statement } from '../../../store/statement.ts'
import { decimalText } from '../../../util/decimal.ts'
import { perRevision } from '../../../world/per-revision.ts'

/** `GET /v1/avax/supply`: the supply of mainnet at the world's time. G-130 */
export const getAvaxSupplyRoute = route(getAvaxSupply, (world): AvaxSupply => {
  const { rewards, burned, fees, staked, locks } = flows(world)
  const now = world.clock.nowSeconds()
  const locked = locks
    .filter(({ until }) => until > now)
    .reduce((sum, lock) => sum + fromNAvax(lock), 0n)
  const supply = genesis + rewards - burned.P - burned.X - burned.C
  return {
    // The deployed service shows the same value for both.
    circulatingSupply: avaxText(supply),
    totalSupply: avaxText(supply),
    totalPBurned: avaxText(burned.P),
    totalCBurned: avaxText(burned.C),
    totalXBurned: avaxText(burned.X),
    totalStaked: avaxText(staked),
    totalLocked: avaxText(locked),
    totalRewards: avaxText(rewards),
    lastUpdated: new Date(world.clock.nowMs()).toISOString(),
    genesisUnlock: avaxText(genesis),
    l1ValidatorFees: avaxText(fees),
  }
})

const { avaxAssetId: avax, evmChainId } = networkConstants.mainnet

/* Amounts are in the smallest unit of the C-chain, of which 10^18 are 1 AVAX. */
const places = 18
/** Converts nAVAX; sums pass 2^53, so they come as text. */
const fromNAvax = ({ amount }: { amount: string } = { amount: '0' }): bigint =>
  BigInt(amount) * 1_000_000_000n
const avaxText = (amount: bigint): string => decimalText({ digits: amount, places })
/** Supply at genesis. Source: avalanchego's genesis of mainnet. */
const genesis = 360_000_000n * 10n ** 18n

/** Sums over the whole history, read once for each state of the world. */
const flows = perRevision((world) => {
  const burned = { P: 0n, X: 0n, C: 0n }
  for (const { chain, ...sum } of world.all(selectBurned, { avax })) burned[chain] = fromNAvax(sum)
  const ofBlocks = world.get(selectFeesOfBlocks, { evmChainId })
  const fees = fromNAvax({ amount: String(l1FeesCharged(world, 'mainnet')) })
  return {
    rewards: fromNAvax(world.get(selectRewards, { avax })),
    burned: {
      P: burned.P + fees,
      X: burned.X,
      C: burned.C + fromNAvax(ofBlocks) + BigInt(ofBlocks?.rest ?? 0),
    },
    fees,
    staked: fromNAvax(world.get(selectStaked, {})),
    locks: world.all(selectLocks, { avax }),
  }
})

const sumOf = (amount: string) => `CAST(coalesce(sum(${amount}), 0) AS TEXT)`

type Sum = { amount: string }
type Nothing = Record<string, never>

const selectBurned = statement<{ avax: string }, Sum & { chain: PrimaryChain }>(`
  SELECT chain, ${sumOf('CAST(amount AS INTEGER)')} AS amount
  FROM transaction_amount AS burned JOIN primary_transaction AS tx ON tx.seq = burned.tx_seq
  WHERE burned.kind = 'burned' AND burned.network = 'mainnet' AND burned.asset_id = :avax
  GROUP BY chain`)

/**
 * Sum in nAVAX; the last nine digits of each block are separate, because together they pass 2^63.
 */
const selectFeesOfBlocks = statement<{ evmChainId: string }, Sum & { rest: string }>(`
  SELECT ${sumOf(`CAST(substr('000000000' || fees_spent, 1, length(fees_spent)) AS INTEGER)`)} AS amount,
         ${sumOf(`CAST(substr('000000000' || fees_spent, -9) AS INTEGER)`)} AS rest
  FROM evm_block WHERE chain_id = :evmChainId`)

const selectRewards = statement<{ avax: string }, Sum>(`
  SELECT ${sumOf('CAST(amount AS INTEGER)')} AS amount
  FROM utxo WHERE network = 'mainnet' AND reward_type IS NOT NULL AND asset_id = :avax`)

const selectStaked = statement<Nothing, Sum>(`
  SELECT ${sumOf('CAST(weight AS INTEGER)')} AS amount
  FROM staking_period
  WHERE network = 'mainnet' AND subnet_id = '${primaryNetworkId}'
    AND start_height IS NOT NULL AND end_height IS NULL`)

/** Outputs of the P-chain that are locked until a time; uses the index of unspent outputs. */
const selectLocks = statement<{ avax: string }, Sum & { until: number }>(`
  SELECT amount, max(locktime, coalesce(stakeable_locktime, 0)) AS until
  FROM utxo INDEXED BY utxo_unspent
  WHERE network = 'mainnet' AND consumed_by IS NULL AND consumed_on_chain = 'P'
    AND asset_id = :avax AND until > 0`)
