import type { MemberBalances } from '../../../schemas/control/cast.ts'
import { addressText, evmAddressText } from '../../formats/addresses.ts'
import { networkConstants } from '../../networks/constants.ts'
import { type Network, networks } from '../../networks/network.ts'
import { primaryChains } from '../../networks/primary-chain.ts'
import type { Wallet, WatchOnlyAccount } from '../../simulator/accounts/wallets.ts'
import { statement } from '../../store/statement.ts'
import { neverSpent } from '../../store/tables/primary.ts'
import { decimalText } from '../../util/decimal.ts'
import type { World } from '../../world/world.ts'

/** Decimals of AVAX on the P- and X-chain. */
const avaxDecimals = 9

/**
 * Returns the spendable balances of members at a time, in the native coin of each chain. G-111
 * @param now epoch seconds
 * @returns balances in the order of the members
 */
export function balancesOf(
  world: Pick<World, 'all'>,
  members: readonly (Wallet | WatchOnlyAccount)[],
  now: number,
): MemberBalances[] {
  const ofNetwork = Object.fromEntries(
    networks.map((network) => [network, networkBalances(world, members, network, now)]),
  ) as Record<Network, MemberBalances[Network][]>
  return members.map((_, index) => ({
    mainnet: ofNetwork.mainnet[index] as MemberBalances['mainnet'],
    fuji: ofNetwork.fuji[index] as MemberBalances['fuji'],
  }))
}

function networkBalances(
  world: Pick<World, 'all'>,
  members: readonly (Wallet | WatchOnlyAccount)[],
  network: Network,
  now: number,
): MemberBalances[Network][] {
  const { hrp, avaxAssetId, evmChainId } = networkConstants[network]
  const none = Object.fromEntries([
    ...primaryChains.map((chain) => [chain, '0']),
    ...world
      .all(selectChains, { network })
      .filter(({ chainId }) => chainId !== evmChainId)
      .map(({ chainId }) => [chainId, '0']),
  ])
  const balances = members.map(() => ({ ...none }) as MemberBalances[Network])
  const set = (member: number, chain: string, units: string, places: number) => {
    const own = balances[member]
    if (own) own[chain] = decimalText({ digits: BigInt(units), places })
  }

  const addresses = JSON.stringify(
    members.map(({ address }) => (address ? addressText(address, hrp) : null)),
  )
  for (const { member, chain, units } of world.all(selectUnlocked, {
    network,
    addresses,
    asset: avaxAssetId,
    now,
  }))
    set(member, chain, units, avaxDecimals)

  const evmAddresses = JSON.stringify(
    members.map(({ evmAddress }) => (evmAddress ? evmAddressText(evmAddress) : null)),
  )
  for (const { member, chainId, units, decimals } of world.all(selectNative, {
    network,
    addresses: evmAddresses,
  }))
    set(member, chainId === evmChainId ? 'C' : chainId, units, decimals)
  return balances
}

const selectChains = statement<{ network: string }, { chainId: string }>(`
  SELECT chain_id AS chainId FROM evm_chain WHERE network = :network ORDER BY length(chain_id), chain_id`)

/** A sum of AVAX fits 63 bits: there are fewer than 10^18 nAVAX. */
const selectUnlocked = statement<
  { network: string; addresses: string; asset: string; now: number },
  { member: number; chain: 'P' | 'X'; units: string }
>(`
  SELECT asked.key AS member, created_on_chain AS chain,
         CAST(sum(CAST(amount AS INTEGER)) AS TEXT) AS units
  FROM json_each(:addresses) AS asked
  CROSS JOIN address_utxo AS own
    ON own.network = :network AND own.address = asked.value AND own.spent_at = ${neverSpent}
  JOIN utxo ON utxo.seq = own.utxo_seq
  WHERE created_on_chain = consumed_on_chain
    AND asset_id = :asset AND threshold = 1 AND locktime <= :now
    AND coalesce(stakeable_locktime, 0) <= :now AND coalesce(stake_end, 0) <= :now
  GROUP BY member, chain`)

const selectNative = statement<
  { network: string; addresses: string },
  { member: number; chainId: string; units: string; decimals: number }
>(`
  SELECT asked.key AS member, chain.chain_id AS chainId, token_decimals AS decimals,
         (SELECT balance FROM evm_balance
          WHERE chain_id = chain.chain_id AND address = asked.value
          ORDER BY block_number DESC LIMIT 1) AS units
  FROM json_each(:addresses) AS asked
  CROSS JOIN evm_chain AS chain
  WHERE chain.network = :network AND units IS NOT NULL`)
