import { addressText, evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'
import { memoizedTexts } from '../../formats/memoized-texts.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { neverSpent } from '../../store/tables/primary.ts'
import { groupBy } from '../../util/grouping.ts'
import { setDifference } from '../compare.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText, maxTexts } from '../texts.ts'
import { accountsIn } from './amounts.ts'
import { type Movement, movements, ownersOf } from './movements.ts'
import { type Content, idsOf, keyOf, transactionById } from './primary-transactions.ts'
import { idsOfUtxo, utxoById, utxoKey, utxoRows, utxosByEmitter } from './utxos.ts'

/** Returns the bech32 text of 20 bytes on a network, without the prefix of a chain. */
export const bech32 = (network: Network, address: Uint8Array): string => addresses[network](address)

const addressesOf = (network: Network) =>
  memoizedTexts((address) => addressText(address, networkConstants[network].hrp), maxTexts)
const addresses = { mainnet: addressesOf('mainnet'), fuji: addressesOf('fuji') }

/**
 * The table contains the addresses that a transaction names apart from its outputs: receivers of
 * rewards, owners of a subnet.
 */
export const transactionAddresses: Rule = {
  name: 'transaction-addresses',
  check(world, findings) {
    const rows = groupBy(world.all(selectNamed, {}), ({ tx_seq }) => tx_seq)
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      ({ transaction: { seq, network, content } }) => {
        const found = rows.get(seq) ?? []
        const expected = [
          ...named('reward', network, rewardTakers(world, network, content)),
          ...named('owner', network, subnetOwners(content)),
          ...separateOwners(content).flatMap(([role, addresses]) =>
            named(role, network, addresses),
          ),
        ]
        return setDifference(
          'the table of addresses with a role',
          new Set(found.map(({ role, position, address }) => `${role} ${position} ${address}`)),
          new Set(expected),
        )
      },
    )
  },
}

/**
 * The list of an address's transactions contains those in which it owns a spent or made output, is
 * a reward receiver, or is an account.
 */
export const addressTransactions: Rule = {
  name: 'address-transactions',
  check(world, findings) {
    const rows = groupBy(world.all(selectActivity, {}), ({ tx_seq }) => tx_seq)
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      (movement) => {
        const { seq, network, chain, tx_type, timestamp } = movement.transaction
        const found = rows.get(seq) ?? []
        const place = `${network} ${chain} ${tx_type} ${timestamp}`
        return setDifference(
          'the list of transactions by address',
          new Set(
            found.map(
              (row) =>
                `${row.address} (${row.network} ${row.chain} ${row.tx_type} ${row.timestamp})`,
            ),
          ),
          new Set([...participants(world, movement)].map((address) => `${address} (${place})`)),
        )
      },
    )
  },
}

/**
 * The list of an asset's transactions on the X-chain contains those that spend or make outputs of
 * it.
 */
export const assetTransactions: Rule = {
  name: 'asset-transactions',
  check(world, findings) {
    const rows = groupBy(world.all(selectAssets, {}), ({ tx_seq }) => tx_seq)
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      ({ transaction: { seq, network, chain, tx_type }, spends, makes }) => {
        const assets = [...spends, ...makes].map(({ assetId }) => idText(assetId))
        return setDifference(
          'the list of transactions by asset',
          new Set(rows.get(seq)?.map((row) => `${row.asset_id} (${row.network} ${row.tx_type})`)),
          new Set(chain === 'X' ? assets.map((id) => `${id} (${network} ${tx_type})`) : []),
        )
      },
    )
  },
}

/** The list of an address's UTXOs contains each UTXO once for each of its owners. */
export const addressUtxos: Rule = {
  name: 'address-utxos',
  check(world, findings) {
    const junction = groupBy(world.all(selectJunction, {}), ({ utxo_seq }) => utxo_seq)
    const owners = groupBy(world.all(selectOwners, {}), ({ utxo_seq }) => utxo_seq)
    findings.each(utxoRows(world), idsOfUtxo, ({ seq, network, created_at, consumed_at }) =>
      setDifference(
        'the list of UTXOs by address',
        new Set(
          junction
            .get(seq)
            ?.map((row) => `${row.network} ${row.address} ${row.created_at} to ${row.spent_at}`),
        ),
        new Set(
          owners
            .get(seq)
            ?.map(
              ({ address }) =>
                `${network} ${address} ${created_at} to ${consumed_at ?? neverSpent}`,
            ),
        ),
      ),
    )
  },
}

/** The EVM side of atomic transactions equals the accounts in their bytes. */
export const atomicTransfers: Rule = {
  name: 'atomic-transfers',
  check(world, findings) {
    const rows = groupBy(world.all(selectTransfers, {}), ({ tx_seq }) => tx_seq)
    const atomic = movements(world).filter(({ transaction }) => transaction.chain === 'C')
    findings.each(
      atomic,
      ({ transaction }) => idsOf(transaction),
      ({ transaction: { seq, content } }) => {
        const expected = accountsIn(content).map(
          ({ side, address, assetId, amount }, position) =>
            `${position}: ${side} ${amount} of ${idText(assetId)} at ${evmAddressText(address)}`,
        )
        const found = (rows.get(seq) ?? []).map(
          (row) =>
            `${row.position}: ${row.direction} ${row.amount} of ${row.asset_id} at ${row.evm_address}`,
        )
        return setDifference(
          'the table of EVM inputs and outputs',
          new Set(found),
          new Set(expected),
        )
      },
    )
  },
}

function participants(world: CheckedWorld, { transaction, spends, makes }: Movement) {
  const { network, seq, content } = transaction
  const spent = spends.flatMap(({ utxoId }) => {
    const utxo = utxoById(world).get(utxoKey(network, utxoId))
    return utxo ? [utxo.content.output] : []
  })
  const emitted = utxosByEmitter(world).get(seq) ?? []
  const outputs = [
    ...spent,
    ...makes.map(({ output }) => output),
    ...emitted.map((utxo) => utxo.content.output),
  ]
  const owners = [
    ...outputs.flatMap((output) => ownersOf(output).addresses),
    ...rewardTakers(world, network, content),
  ]
  return new Set([
    ...owners.map((address) => bech32(network, address)),
    ...accountsIn(content).map(({ address }) => toHex(address)),
  ])
}

/** Returns the receivers of a stake's rewards: those of its own, then those of fees. */
function rewardTakers(
  world: CheckedWorld,
  network: Network,
  { unsigned: tx }: Content,
): readonly Uint8Array[] {
  if (tx.type === 'RewardValidatorTx') {
    const stake = transactionById(world).get(keyOf(network, 'P', idText(tx.txId)))
    return stake ? rewardTakers(world, network, stake.content) : []
  }
  const owners =
    'rewardsOwner' in tx
      ? [tx.rewardsOwner]
      : 'validatorRewardsOwner' in tx
        ? [tx.validatorRewardsOwner, tx.delegatorRewardsOwner]
        : []
  const addresses = owners.flatMap((owner) => owner.addresses)
  return [...new Map(addresses.map((address) => [toHex(address), address])).values()]
}

/** Returns the owners of a validator's reward and of its delegation fees, if they differ. */
function separateOwners({ unsigned: tx }: Content): [role: string, readonly Uint8Array[]][] {
  if (!('validatorRewardsOwner' in tx)) return []
  const [stake, fees] = [tx.validatorRewardsOwner.addresses, tx.delegatorRewardsOwner.addresses]
  if (stake.map(toHex).join() === fees.map(toHex).join()) return []
  return [
    ['stake reward', stake],
    ['fee reward', fees],
  ]
}

const subnetOwners = ({ unsigned: tx }: Content): readonly Uint8Array[] =>
  'owner' in tx ? tx.owner.addresses : []

const named = (role: string, network: Network, addresses: readonly Uint8Array[]): string[] =>
  addresses.map((address, position) => `${role} ${position} ${bech32(network, address)}`)

const selectNamed = statement<
  Record<string, never>,
  { tx_seq: number; role: string; position: number; address: string }
>('SELECT tx_seq, role, position, address FROM transaction_address')

const selectActivity = statement<
  Record<string, never>,
  {
    network: string
    chain: string
    address: string
    tx_seq: number
    tx_type: string
    timestamp: number
  }
>('SELECT network, chain, address, tx_seq, tx_type, timestamp FROM address_transaction')

const selectAssets = statement<
  Record<string, never>,
  { network: string; asset_id: string; tx_seq: number; tx_type: string }
>('SELECT network, asset_id, tx_seq, tx_type FROM asset_transaction')

const selectJunction = statement<
  Record<string, never>,
  { network: string; address: string; utxo_seq: number; created_at: number; spent_at: number }
>('SELECT network, address, utxo_seq, created_at, spent_at FROM address_utxo')

const selectOwners = statement<Record<string, never>, { utxo_seq: number; address: string }>(
  'SELECT utxo_seq, address FROM utxo_address',
)

const selectTransfers = statement<
  Record<string, never>,
  {
    tx_seq: number
    position: number
    direction: string
    evm_address: string
    asset_id: string
    amount: string
  }
>('SELECT tx_seq, position, direction, evm_address, asset_id, amount FROM atomic_evm_transfer')
