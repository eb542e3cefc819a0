import { vmIdOf } from '../../formats/ids.ts'
import { type Output, utxoId } from '../../formats/utxos.ts'
import { genesisSeconds, networkConstants } from '../../networks/constants.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { backgroundCount } from '../background/background-count.ts'
import { evmGenesis } from '../chains/l1-genesis.ts'
import { nAvaxOf } from './l1/l1-conversion.ts'
import { initialSupply } from './staking/rewards.ts'
import type { PrimaryState } from './state.ts'
import { type Owners, outputOwners, solo } from './utxos/parties.ts'

/** nAVAX on each chain for the reserve's payments to members who run out of AVAX. */
export const reserveShare = 2_000_000_000_000_000n

/** AVAX for the stakes of undeclared validators, paid by the reserve. */
const stakeShare = 120_000_000
/** Minimum stake of a validator on mainnet, AVAX. */
export const minStake = 2000

/**
 * Returns the largest stake of undeclared validators in AVAX, for their count. It is less than the
 * networks allow, so that stake can be delegated to them.
 */
export const maxStake = (count: number): number =>
  Math.max(minStake, Math.min(2_900_000, Math.floor(stakeShare / count)))

/** Number of outputs into which the genesis splits the share of a member. */
const shares = { P: 3, X: 2 }

/** Writes the primary network and its three chains, and adds the genesis to the set of UTXOs. */
export function createGenesis(state: PrimaryState): void {
  writePrimaryNetwork(state)
  fundGenesis(state)
}

function writePrimaryNetwork({ facts, ids, sequences, store }: PrimaryState): void {
  const { network } = facts
  const { evmChainId } = networkConstants[network]
  store.insert('asset', {
    network,
    asset_id: ids.id(facts.avaxId),
    name: 'Avalanche',
    symbol: 'AVAX',
    denomination: 9,
    type: 'secp256k1',
    cap: 'fixed',
    created_at: genesisSeconds,
  })
  store.insert('subnet', {
    seq: sequences.P.next('subnet'),
    network,
    subnet_id: ids.id(facts.chainIds.P),
    created_at: genesisSeconds,
    create_index: '0',
    owner_locktime: 0,
    owner_threshold: 0,
    is_l1: 0,
  })
  const chains = [
    ['P', 'P-Chain', 'platformvm'],
    ['X', 'X-Chain', 'avm'],
    ['C', 'C-Chain', 'evm'],
  ] as const
  for (const [chain, name, vm] of chains) {
    const isEvm = chain === 'C'
    store.insert('blockchain', {
      seq: sequences.P.next('blockchain'),
      network,
      blockchain_id: ids.id(facts.chainIds[chain]),
      subnet_id: ids.id(facts.chainIds.P),
      name,
      vm_id: ids.id(vmIdOf(vm)),
      created_at: genesisSeconds,
      create_block: '0',
      evm_chain_id: isEvm ? Number(evmChainId) : 0,
      genesis_data: isEvm ? JSON.stringify(evmGenesis(evmChainId, [], 0)) : null,
    })
  }
}

function fundGenesis(state: PrimaryState): void {
  const { cast, facts, setup } = state
  const { funds, holdings } = setup.definition.primary
  const next = { P: 0, X: 0 }
  let left = initialSupply
  const give = (chain: 'P' | 'X', output: Output & { readonly amount?: bigint }, nAvax: bigint) => {
    left -= nAvax
    addGenesisUtxo(state, chain, next[chain]++, output)
  }
  const plain = (owners: Owners, amount: bigint, locktime = 0) =>
    ({ type: 'TransferOutput', amount, ...outputOwners(owners, locktime) }) as const

  for (const wallet of cast.wallets)
    for (const chain of ['P', 'X'] as const) {
      const total = nAvaxOf(chain === 'P' ? funds.platform : funds.exchange)
      const amount = total / BigInt(shares[chain])
      if (amount === 0n) continue
      for (let share = 0; share < shares[chain]; share++)
        give(chain, plain(solo(wallet), amount), amount)
    }
  for (const holding of holdings) {
    const owners = cast.owners(holding.owners, holding.threshold)
    const amount = nAvaxOf(holding.avax)
    const lockedUntil = holding.locktime === undefined ? 0 : facts.secondsOf(holding.locktime)
    const output = plain(owners, amount, lockedUntil)
    if (holding.stakeableLocktime === undefined) give(holding.chain, output, amount)
    else {
      const locktime = BigInt(facts.secondsOf(holding.stakeableLocktime))
      give(holding.chain, { type: 'StakeableLockOutput', locktime, output }, amount)
    }
  }
  const reserve = solo(cast.wallet(funds.reserve))
  const forPlatform = reserveShare + forStakes(state, left)
  give('P', plain(reserve, forPlatform), forPlatform)
  give('X', plain(reserve, left), left)
}

/**
 * Returns the nAVAX that the reserve needs for validators, without the amounts reserved for other
 * purposes.
 */
function forStakes({ cast, setup }: PrimaryState, left: bigint): bigint {
  const { definition, size } = setup
  const { funds, moreValidators } = definition.primary
  if (size === 'small' || backgroundCount(size, moreValidators) === 0) return 0n
  const forOthers = 2n * reserveShare + nAvaxOf(funds.contract) * BigInt(cast.wallets.length)
  const spare = (left - forOthers) / 2n
  const wanted = nAvaxOf(stakeShare)
  return spare <= 0n ? 0n : spare < wanted ? spare : wanted
}

/**
 * Adds a genesis output. It has no transaction: the P-chain uses zeros instead, the X-chain the
 * asset.
 */
function addGenesisUtxo(
  { facts, sequences, utxos }: PrimaryState,
  chain: PrimaryChain,
  outputIndex: number,
  output: Output,
): void {
  const txId = chain === 'P' ? new Uint8Array(32) : facts.avaxId
  utxos.add(
    {
      txId,
      outputIndex,
      assetId: facts.avaxId,
      output,
      createdOn: chain,
      consumedOn: chain,
    },
    {
      seq: sequences[chain].next('utxo'),
      id: utxoId(txId, outputIndex),
      emittedBy: null,
      createdBlock: '0',
      createdAt: genesisSeconds,
    },
  )
}
