import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { startServer } from '../../../support/server.ts'
import { chainNames, networks } from '../lists.ts'
import { allTransactions, transactionsPath } from '../transactions.ts'

let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const delegatingOrValidating = [
  'AddValidatorTx',
  'AddDelegatorTx',
  'AddPermissionlessValidatorTx',
  'AddPermissionlessDelegatorTx',
]
const staking = [...delegatingOrValidating, 'AddSubnetValidatorTx']
const aboutL1Validators = [
  'ConvertSubnetToL1Tx',
  'RegisterL1ValidatorTx',
  'SetL1ValidatorWeightTx',
  'IncreaseL1ValidatorBalanceTx',
  'DisableL1ValidatorTx',
]

/** Which types have a field, typed by hand; some transactions of a type in `partly` lack it. */
const typesWith: Partial<
  Record<keyof PrimaryNetworkTransaction, { always?: string[]; partly?: string[] }>
> = {
  sourceChain: { always: ['ImportTx'] },
  destinationChain: { always: ['ExportTx'] },
  amountStaked: { always: delegatingOrValidating },
  amountL1ValidatorBalanceBurned: {
    always: ['ConvertSubnetToL1Tx', 'RegisterL1ValidatorTx', 'IncreaseL1ValidatorBalanceTx'],
  },
  startTimestamp: { always: staking },
  endTimestamp: { always: staking },
  delegationFeePercent: { always: ['AddValidatorTx', 'AddPermissionlessValidatorTx'] },
  nodeId: { always: [...staking, 'RemoveSubnetValidatorTx'] },
  subnetId: {
    always: [
      ...staking,
      'RemoveSubnetValidatorTx',
      'CreateSubnetTx',
      'CreateChainTx',
      'TransformSubnetTx',
      'TransferSubnetOwnershipTx',
      'ConvertSubnetToL1Tx',
    ],
  },
  l1ValidatorManagerDetails: { always: ['ConvertSubnetToL1Tx'] },
  l1ValidatorDetails: { always: aboutL1Validators },
  estimatedReward: { always: delegatingOrValidating },
  // A stake that has not ended has none.
  rewardTxHash: { partly: delegatingOrValidating },
  rewardAddresses: { always: [...delegatingOrValidating, 'RewardValidatorTx'] },
  stakingTxHash: { always: ['RewardValidatorTx'] },
  subnetOwnershipInfo: { always: ['CreateSubnetTx', 'TransferSubnetOwnershipTx'] },
  // Validators of elastic subnets have no BLS key.
  blsCredentials: { partly: ['AddPermissionlessValidatorTx'] },
  blockchainInfo: { always: ['CreateChainTx'] },
}

test.each(networks)(
  '%s: every transaction has the fields of its type and no others',
  async (network) => {
    const all = await Promise.all(
      chainNames.map((chain) => allTransactions(server, transactionsPath(network, chain))),
    )
    const seen = new Set<string>()
    for (const transaction of all.flat())
      for (const [field, { always = [], partly = [] }] of Object.entries(typesWith)) {
        const value = transaction[field as keyof PrimaryNetworkTransaction]
        const has = value !== undefined && !(Array.isArray(value) && value.length === 0)
        const { txType, txHash } = transaction
        const possible = always.includes(txType) || partly.includes(txType)
        if (has !== possible && !partly.includes(txType))
          throw new Error(`${txType} ${txHash} ${has ? 'has' : 'lacks'} ${field}`)
        if (has) seen.add(field)
      }
    expect(seen).toEqual(new Set(Object.keys(typesWith)))
  },
)

test.each(networks)('%s: UTXOs have the fields of their kind', async (network) => {
  const all = await allTransactions(server, transactionsPath(network, 'p-chain'))
  const utxos = all.flatMap(({ consumedUtxos, emittedUtxos }) => [
    ...consumedUtxos,
    ...emittedUtxos,
  ])
  const rewards = new Set<string>()
  for (const utxo of utxos) {
    expect(utxo.utxoType).toBe(utxo.staked ? 'STAKE' : 'TRANSFER')
    const period = [utxo.utxoStartTimestamp, utxo.utxoEndTimestamp]
    expect(period.map((time) => time !== undefined)).toEqual([utxo.staked, utxo.staked])
    const spent = [
      utxo.consumingTxHash,
      utxo.consumingBlockNumber,
      utxo.consumingBlockTimestamp,
    ].map((field) => field !== undefined)
    expect(new Set(spent).size).toBe(1)
    expect([utxo.asset.assetId, utxo.asset.amount]).toEqual([utxo.assetId, utxo.amount])
    if (utxo.rewardType) rewards.add(utxo.rewardType)
  }
  expect(rewards).toEqual(new Set(['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE']))
})

test.each(networks)(
  '%s: consumed UTXOs name their consumer, emitted ones their place',
  async (network) => {
    for (const chain of chainNames)
      for (const transaction of await allTransactions(server, transactionsPath(network, chain))) {
        for (const utxo of transaction.consumedUtxos)
          expect(utxo).toMatchObject({
            consumingTxHash: transaction.txHash,
            consumingBlockNumber: transaction.blockNumber,
            consumingBlockTimestamp: transaction.blockTimestamp,
          })
        for (const utxo of transaction.emittedUtxos)
          expect(utxo).toMatchObject({
            blockNumber: transaction.blockNumber,
            blockTimestamp: transaction.blockTimestamp,
          })
      }
  },
)
