import { expect } from 'vitest'
import type { Dialect } from '../../../src/http/request/dialect.ts'
import {
  constant,
  type Fields,
  from,
  nextPage,
  request,
  row,
  under,
  without,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { fullGenesis, genesisMembers, wholeGenesis } from './genesis.ts'
import { cChainId, mainnet, pChainId, xChainId } from './primary-parts.ts'

const seq = 8_000_000_000_001

/** A subnet that became an L1, between two others, with two chains of which one is an EVM. */
const subnetSetup = [
  ...[seq - 1, seq, seq + 1].flatMap((each) => [
    row('subnet', {
      seq: each,
      network: 'mainnet',
      subnet_id: `subnet${each}`,
      created_at: 1_700_000_000,
      create_index: '2',
      owner_locktime: 3,
      owner_threshold: 4,
      is_l1: 1,
      conversion_tx_id: 'conversion',
      manager_blockchain_id: 'managing',
      manager_address: '0x05',
    }),
    ...[0, 1].map((position) =>
      row('subnet_owner', { subnet_seq: each, position, address: `owner${position}${each}` }),
    ),
  ]),
  ...[seq - 1, seq, seq + 1].map((each) =>
    row('blockchain', {
      seq: each,
      network: 'mainnet',
      blockchain_id: `chain${each}`,
      subnet_id: `subnet${seq}`,
      name: 'Chain',
      vm_id: 'vm',
      created_at: 1_700_000_001,
      create_block: '6',
      evm_chain_id: 7,
      genesis_data: fullGenesis,
    }),
  ),
]
const subnetRows = {
  subnet: `subnet WHERE seq = ${seq}`,
  owner: `subnet_owner WHERE subnet_seq = ${seq} AND position = 1`,
}
const chainRows = { chain: `blockchain WHERE seq = ${seq}` }

/** 2.3 a chain of a subnet; 0 stands for no EVM chain in the contract, nothing in the service. */
const blockchain = (dialect: Dialect): Fields => ({
  createBlockTimestamp: 'chain.created_at',
  createBlockNumber: 'chain.create_block',
  blockchainId: 'chain.blockchain_id',
  vmId: 'chain.vm_id',
  subnetId: 'chain.subnet_id',
  blockchainName: 'chain.name',
  evmChainId: from(
    'chain.evm_chain_id',
    (id: number) => (id === 0 && dialect === 'live' ? undefined : id),
    { to: 0 },
  ),
})
const genesis = (dialect: Dialect, path: string): Fields => ({
  [path]: wholeGenesis('chain.genesis_data', dialect, path),
})

const needs = (cell: string) =>
  from(cell, (value) => value, { within: 'l1ValidatorManagerDetails' })

/** 2.3 Subnet. */
const subnet: Fields = {
  createBlockTimestamp: 'subnet.created_at',
  createBlockIndex: 'subnet.create_index',
  'ownerAddresses.1': 'owner.address',
  threshold: 'subnet.owner_threshold',
  locktime: 'subnet.owner_locktime',
  'subnetOwnershipInfo.addresses.1': 'owner.address',
  'subnetOwnershipInfo.threshold': 'subnet.owner_threshold',
  'subnetOwnershipInfo.locktime': 'subnet.owner_locktime',
  isL1: from('subnet.is_l1', (isL1: number) => isL1 === 1, { to: 0 }),
  l1ConversionTransactionHash: 'subnet.conversion_tx_id',
  'l1ValidatorManagerDetails.blockchainId': needs('subnet.manager_blockchain_id'),
  'l1ValidatorManagerDetails.contractAddress': needs('subnet.manager_address'),
}
/** The views of chains cover what makes a chain one of the subnet. */
const ofSubnet = (dialect: Dialect) =>
  under('blockchains.1', without(blockchain(dialect), 'subnetId'))

/** The deployed service sends the genesis only for a request by id. */
const views = (dialect: Dialect): View[] => [
  {
    of: 'listSubnets',
    dialect,
    setup: subnetSetup,
    url: `${mainnet}/subnets?pageSize=3`,
    item: 'subnets.1',
    rows: { ...subnetRows, ...chainRows },
    fields: {
      ...subnet,
      ...ofSubnet(dialect),
      ...(dialect === 'documented' && genesis(dialect, 'blockchains.1.genesisData')),
    },
    around: { nextPageToken: nextPage('subnets') },
  },
  {
    of: 'listSubnets',
    dialect,
    setup: [...subnetSetup, `DELETE FROM blockchain WHERE seq IN (${seq - 1}, ${seq + 1})`],
    url: `${mainnet}/subnets?pageSize=3`,
    item: 'subnets.1',
    rows: { ...subnetRows, ...chainRows },
    fields: {
      subnetId: { ...from(''), cells: ['subnet.subnet_id', 'chain.subnet_id'] },
      'blockchains.0.subnetId': { ...from(''), cells: ['subnet.subnet_id', 'chain.subnet_id'] },
    },
  },
  {
    of: 'getSubnet',
    dialect,
    pick: "SELECT subnet_id AS id FROM subnet WHERE network = 'mainnet' ORDER BY seq LIMIT 1 OFFSET 1",
    setup: [
      ...subnetSetup,
      "UPDATE subnet SET subnet_id = 'gone' WHERE subnet_id = :id",
      "UPDATE blockchain SET subnet_id = 'gone' WHERE subnet_id = :id",
      `UPDATE subnet SET subnet_id = :id WHERE seq = ${seq}`,
      `UPDATE blockchain SET subnet_id = :id WHERE subnet_id = 'subnet${seq}'`,
    ],
    url: `${mainnet}/subnets/{id}`,
    rows: { ...subnetRows, ...chainRows },
    fields: {
      ...subnet,
      ...ofSubnet(dialect),
      ...genesis(dialect, 'blockchains.1.genesisData'),
      subnetId: constant('{id}'),
      'blockchains.1.subnetId': constant('{id}'),
    },
  },
  {
    of: 'listBlockchains',
    dialect,
    setup: subnetSetup,
    url: `${mainnet}/blockchains?pageSize=3`,
    item: 'blockchains.1',
    rows: chainRows,
    fields: {
      ...blockchain(dialect),
      ...(dialect === 'documented' && genesis(dialect, 'genesisData')),
    },
    around: { nextPageToken: nextPage('blockchains') },
  },
  {
    of: 'getBlockchain',
    dialect,
    pick: "SELECT blockchain_id AS id FROM blockchain WHERE network = 'mainnet' ORDER BY seq LIMIT 1 OFFSET 3",
    setup: [
      ...subnetSetup,
      "UPDATE blockchain SET blockchain_id = 'gone' WHERE blockchain_id = :id",
      `UPDATE blockchain SET blockchain_id = :id WHERE seq = ${seq}`,
    ],
    url: `${mainnet}/blockchains/{id}`,
    rows: chainRows,
    fields: {
      ...without(blockchain(dialect), 'blockchainId'),
      ...under('genesisData', genesisMembers('chain.genesis_data', dialect)),
    },
  },
]

/** The X-chain has no genesis in the contract, and bytes that name AVAX in the service. */
const exchangeGenesis: Fields = {
  encoding: constant('hex'),
  data: constant(expect.stringContaining(Buffer.from('Avalanche').toString('hex'))),
}
const exchangeChain: View[] = [
  {
    of: 'getBlockchain',
    dialect: 'live',
    url: `${mainnet}/blockchains/x-chain`,
    item: 'genesisData',
    rows: {},
    fields: exchangeGenesis,
  },
  {
    of: 'getSubnet',
    dialect: 'live',
    url: `${mainnet}/subnets/11111111111111111111111111111111LpoYY`,
    item: 'blockchains.1.genesisData',
    rows: {},
    fields: exchangeGenesis,
  },
  {
    of: 'getBlockchain',
    url: `${mainnet}/blockchains/x-chain`,
    rows: {},
    fields: {
      blockchainId: request({
        [`${mainnet}/blockchains/x-chain`]: xChainId,
        [`${mainnet}/blockchains/p-chain`]: pChainId,
        [`${mainnet}/blockchains/c-chain`]: cChainId,
      }),
    },
  },
]

/** Specification 4.1.4, and chains and single subnets beside it. */
export const subnets: FieldTable = [...views('documented'), ...views('live'), ...exchangeChain]
