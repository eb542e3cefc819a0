import { evmAddressText } from '../../formats/addresses.ts'
import { vmIdOf } from '../../formats/ids.ts'
import { locktimeNumber } from '../../formats/locktimes.ts'
import { genesisSeconds, networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { type ColumnValue, differences, listDifference } from '../compare.ts'
import { perWorld } from '../per-world.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { evmChainIdIn } from './chain-genesis.ts'
import { bech32 } from './participants.ts'
import { type Transaction, transactions } from './primary-transactions.ts'

type Columns = Record<string, ColumnValue>

/** Data of a subnet in transactions, including its present owner. */
interface Expected {
  readonly network: Network
  readonly columns: Columns
  readonly owners: readonly string[]
}

/** Subnets are those created by transactions, with their present owners and managers. */
export const subnets: Rule = {
  name: 'subnets',
  check(world, findings) {
    const rows = indexBy(
      world.all(selectSubnets, {}),
      ({ network, subnet_id }) => `${network} ${subnet_id}`,
    )
    const owners = groupBy(world.all(selectOwners, {}), ({ subnet_seq }) => subnet_seq)
    const expected = expectedSubnets(world)
    findings.each(
      expected,
      ([key]) => [key],
      function* ([key, { columns, owners: wanted }]) {
        const row = rows.get(key)
        if (!row) return yield 'has no row'
        yield* differences(row, columns)
        const found = (owners.get(row.seq) ?? []).map(({ address }) => address)
        yield* listDifference('owner', found, wanted)
      },
    )
    const unexpected = [...rows.keys()].filter(
      (key) => !expected.has(key) && !key.endsWith(primaryNetworkId),
    )
    findings.unexpected(unexpected, (key) => [key], 'was never created')
  },
}

/** Blockchains are the three of the primary network and those created by transactions. */
export const blockchains: Rule = {
  name: 'blockchains',
  check(world, findings) {
    const rows = indexBy(
      world.all(selectBlockchains, {}),
      ({ network, blockchain_id }) => `${network} ${blockchain_id}`,
    )
    const created = new Map([
      ...transactions(world).flatMap((transaction) => createdChain(transaction)),
      ...[...new Set([...rows.values()].map(({ network }) => network))].flatMap(primaryChains),
    ])
    findings.each(
      created,
      ([key]) => [key],
      function* ([key, columns]) {
        const row = rows.get(key)
        if (row) yield* differences(row, columns)
        else yield 'has no row'
      },
    )
    const unexpected = [...rows.keys()].filter((key) => !created.has(key))
    findings.unexpected(unexpected, (key) => [key], 'was never created')
  },
}

/** Assets are AVAX and those created by transactions. */
export const assets: Rule = {
  name: 'assets',
  check(world, findings) {
    const rows = indexBy(
      world.all(selectAssets, {}),
      ({ network, asset_id }) => `${network} ${asset_id}`,
    )
    const created = new Map<string, Columns>(
      transactions(world).flatMap(({ network, tx_id, timestamp, content: { unsigned: tx } }) =>
        tx.type === 'CreateAssetTx'
          ? [[`${network} ${tx_id}`, { ...assetColumns(tx), created_at: timestamp }]]
          : [],
      ),
    )
    for (const network of new Set([...rows.values()].map((row) => row.network)))
      created.set(`${network} ${networkConstants[network].avaxAssetId}`, {
        name: 'Avalanche',
        symbol: 'AVAX',
        denomination: 9,
        type: 'secp256k1',
        cap: 'fixed',
        created_at: genesisSeconds,
      })
    findings.each(
      created,
      ([key]) => [key],
      function* ([key, columns]) {
        const row = rows.get(key)
        if (row) yield* differences(row, columns)
        else yield 'has no row'
      },
    )
    const unexpected = [...rows.keys()].filter((key) => !created.has(key))
    findings.unexpected(unexpected, (key) => [key], 'was never created')
  },
}

const expectedSubnets = perWorld((world: CheckedWorld): ReadonlyMap<string, Expected> => {
  const known = new Map<string, Expected>()
  for (const { network, tx_id, block_number, timestamp, content } of transactions(world)) {
    const { unsigned: tx } = content
    const key = `${network} ${'subnetId' in tx ? idText(tx.subnetId) : tx_id}`
    const before = known.get(key) ?? { network, columns: {}, owners: [] }
    const change = (columns: Columns, owners = before.owners) =>
      known.set(key, { network, columns: { ...before.columns, ...columns }, owners })
    if (tx.type === 'CreateSubnetTx')
      change({
        created_at: timestamp,
        create_index: block_number,
        is_l1: 0,
        conversion_tx_id: null,
        manager_blockchain_id: null,
        manager_address: null,
      })
    if ('owner' in tx)
      known.set(key, {
        network,
        columns: {
          ...(known.get(key)?.columns ?? {}),
          owner_locktime: locktimeNumber(tx.owner.locktime),
          owner_threshold: tx.owner.threshold,
        },
        owners: tx.owner.addresses.map((address) => bech32(network, address)),
      })
    if (tx.type === 'ConvertSubnetToL1Tx')
      change({
        is_l1: 1,
        conversion_tx_id: tx_id,
        manager_blockchain_id: idText(tx.managerChainId),
        manager_address: evmAddressText(tx.managerAddress),
      })
  }
  return known
})

function createdChain(transaction: Transaction): [string, Columns][] {
  const { network, tx_id, timestamp, block_number, genesis_data, content } = transaction
  const { unsigned: tx } = content
  if (tx.type !== 'CreateChainTx') return []
  const columns = {
    subnet_id: idText(tx.subnetId),
    name: tx.name,
    vm_id: idText(tx.vmId),
    created_at: timestamp,
    create_block: block_number,
    evm_chain_id: evmChainIdIn(tx.genesis),
    genesis_data,
  }
  return [[`${network} ${tx_id}`, columns]]
}

function primaryChains(network: Network): [string, Columns][] {
  const { xChainId, cChainId, evmChainId } = networkConstants[network]
  const chain = (id: string, vm: string, evm: string): [string, Columns] => [
    `${network} ${id}`,
    {
      subnet_id: primaryNetworkId,
      vm_id: idText(vmIdOf(vm)),
      created_at: genesisSeconds,
      evm_chain_id: Number(evm),
    },
  ]
  return [
    chain(primaryNetworkId, 'platformvm', '0'),
    chain(xChainId, 'avm', '0'),
    chain(cChainId, 'evm', evmChainId),
  ]
}

type CreateAsset = Extract<Transaction['content']['unsigned'], { type: 'CreateAssetTx' }>

/**
 * Returns the columns of an asset. It is variable if it can be minted again, and an NFT if its
 * states are.
 */
function assetColumns({ name, symbol, denomination, initialStates }: CreateAsset): Columns {
  const types = initialStates.flatMap(({ outputs }) => outputs.map(({ type }) => type))
  const isNft = types.some((type) => type.startsWith('Nft'))
  return {
    name,
    symbol,
    denomination,
    type: isNft ? 'nft' : 'secp256k1',
    cap: types.some((type) => type.endsWith('MintOutput')) ? 'variable' : 'fixed',
  }
}

const selectSubnets = statement<
  Record<string, never>,
  { seq: number; network: Network; subnet_id: string }
>('SELECT * FROM subnet ORDER BY seq')

const selectOwners = statement<Record<string, never>, { subnet_seq: number; address: string }>(
  'SELECT subnet_seq, address FROM subnet_owner ORDER BY subnet_seq, position',
)

const selectBlockchains = statement<
  Record<string, never>,
  { network: Network; blockchain_id: string }
>('SELECT * FROM blockchain ORDER BY seq')

const selectAssets = statement<Record<string, never>, { network: Network; asset_id: string }>(
  'SELECT * FROM asset',
)
