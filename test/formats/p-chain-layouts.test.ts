import { expect, test } from 'vitest'
import { decode, encode } from '../../src/formats/codec.ts'
import { fromHex, toHex } from '../../src/formats/ids.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'

// Wire layouts typed field by field, not derived from the table that they judge. Those marked
// "node" are the bytes of avalanchego's own serialization tests.

const hex = {
  avax: '21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff',
  custom: '9977557711335531'.repeat(4),
  spent: 'ffeeddccbbaa9988'.repeat(4),
  address: '445566778899aabb445566778899aabb44556677',
  subnet: '0102030405060708111213141516171821222324252627283132333435363738',
  manager: '3132333435363738212223242526272811121314151617180102030405060708',
  node: '1122334455667788112233445566778811223344',
  blsKey: 'b0'.repeat(48),
  proof: '96'.repeat(96),
}
const emptyBase = `0000000a${'00'.repeat(32)}${'00000000'.repeat(3)}`
const stakeHex = `00000001${hex.avax}000000070000000000000bb800000000000000050000000100000001${hex.address}`
const ownersHex = `0000000b00000000000000050000000100000001${hex.address}`
const authorizationHex = '0000000a0000000100000003'
const validatorHex = `${hex.node}0000000000003039000000000001a8680000000000000bb8`

const empty = new Uint8Array()
const avax = fromHex(hex.avax)
const custom = fromHex(hex.custom)
const address = fromHex(hex.address)
const subnetId = fromHex(hex.subnet)
const nodeId = fromHex(hex.node)
const base = {
  networkId: 10,
  blockchainId: new Uint8Array(32),
  outputs: [],
  inputs: [],
  memo: empty,
}
const owners = { locktime: 5n, threshold: 1, addresses: [address] }
const rewardsOwner = { type: 'Owners', ...owners } as const
const stake = [
  { assetId: avax, output: { type: 'TransferOutput', amount: 3000n, ...owners } },
] as const
const authorization = { type: 'Input', signatureIndices: [3] } as const
const validator = { nodeId, start: 12_345n, end: 108_648n, weight: 3000n }
const proofOfPossession = { publicKey: fromHex(hex.blsKey), proof: fromHex(hex.proof) }
const spend = (outputIndex: number, assetId: Uint8Array, amount: bigint, index: number) =>
  ({
    txId: fromHex(hex.spent),
    outputIndex,
    assetId,
    input: { type: 'TransferInput', amount, signatureIndices: [index] },
  }) as const

const layouts: [name: string, hex: string, value: PlatformTransaction][] = [
  [
    'AddValidatorTx',
    `0000000c${emptyBase}${validatorHex}${stakeHex}${ownersHex}00004e20`,
    { type: 'AddValidatorTx', ...base, validator, stake, rewardsOwner, shares: 20_000 },
  ],
  [
    'AddSubnetValidatorTx',
    `0000000d${emptyBase}${validatorHex}${hex.subnet}${authorizationHex}`,
    { type: 'AddSubnetValidatorTx', ...base, validator, subnetId, authorization },
  ],
  [
    'AddDelegatorTx',
    `0000000e${emptyBase}${validatorHex}${stakeHex}${ownersHex}`,
    { type: 'AddDelegatorTx', ...base, validator, stake, rewardsOwner },
  ],
  [
    'CreateChainTx',
    `0000000f${emptyBase}${hex.subnet}000362656c${hex.custom}00000001${hex.avax}000000027b7d${authorizationHex}`,
    {
      type: 'CreateChainTx',
      ...base,
      subnetId,
      name: 'bel',
      vmId: custom,
      fxIds: [avax],
      genesis: Uint8Array.of(0x7b, 0x7d),
      authorization,
    },
  ],
  [
    'CreateSubnetTx',
    `00000010${emptyBase}${ownersHex}`,
    { type: 'CreateSubnetTx', ...base, owner: rewardsOwner },
  ],
  [
    'ImportTx',
    `00000011${emptyBase}${hex.manager}00000001${hex.spent}00000002${hex.custom}00000005000000000000000900000001${'00000000'}`,
    {
      type: 'ImportTx',
      ...base,
      sourceChain: fromHex(hex.manager),
      importedInputs: [spend(2, custom, 9n, 0)],
    },
  ],
  [
    'ExportTx',
    `00000012${emptyBase}${hex.manager}${stakeHex}`,
    {
      type: 'ExportTx',
      ...base,
      destinationChain: fromHex(hex.manager),
      exportedOutputs: stake,
    },
  ],
  ['AdvanceTimeTx', '000000130000000000003039', { type: 'AdvanceTimeTx', time: 12_345n }],
  [
    'RewardValidatorTx',
    `00000014${hex.spent}`,
    { type: 'RewardValidatorTx', txId: fromHex(hex.spent) },
  ],
  [
    'RemoveSubnetValidatorTx',
    `00000017${emptyBase}${hex.node}${hex.subnet}${authorizationHex}`,
    { type: 'RemoveSubnetValidatorTx', ...base, nodeId, subnetId, authorization },
  ],
  [
    'TransformSubnetTx (node)',
    [
      `0000001800000001${'00'.repeat(32)}0000000000000002`,
      `${hex.spent}00000001${hex.avax}0000000500000002540be4000000000100000005`,
      `${hex.spent}00000002${hex.custom}00000005efffffffffffffff0000000100000000`,
      `00000000${hex.subnet}${hex.custom}1000000000000000ffffffffffffffff`,
      '00000000000003e800000000000f42400000000000000001ffffffffffffffff',
      '0000000101e13380000f4240000000000000000101000e7ef0',
      authorizationHex,
    ].join(''),
    {
      type: 'TransformSubnetTx',
      ...base,
      networkId: 1,
      inputs: [spend(1, avax, 10_000_000_000n, 5), spend(2, custom, 0xefffffffffffffffn, 0)],
      subnetId,
      assetId: custom,
      initialSupply: 2n ** 60n,
      maximumSupply: 2n ** 64n - 1n,
      minConsumptionRate: 1000n,
      maxConsumptionRate: 1_000_000n,
      minValidatorStake: 1n,
      maxValidatorStake: 2n ** 64n - 1n,
      minStakeDuration: 1,
      maxStakeDuration: 31_536_000,
      minDelegationFee: 1_000_000,
      minDelegatorStake: 1n,
      maxValidatorWeightFactor: 1,
      uptimeRequirement: 950_000,
      authorization,
    },
  ],
  [
    'AddPermissionlessValidatorTx with a BLS key',
    `00000019${emptyBase}${validatorHex}${'00'.repeat(32)}0000001c${hex.blsKey}${hex.proof}${stakeHex}${ownersHex}${ownersHex.replace('05', '06')}00004e20`,
    {
      type: 'AddPermissionlessValidatorTx',
      ...base,
      validator,
      subnetId: new Uint8Array(32),
      signer: { type: 'ProofOfPossession', ...proofOfPossession },
      stake,
      validatorRewardsOwner: rewardsOwner,
      delegatorRewardsOwner: { ...rewardsOwner, locktime: 6n },
      shares: 20_000,
    },
  ],
  [
    'AddPermissionlessValidatorTx of a subnet',
    `00000019${emptyBase}${validatorHex}${hex.subnet}0000001b${stakeHex}${ownersHex}${ownersHex}00004e20`,
    {
      type: 'AddPermissionlessValidatorTx',
      ...base,
      validator,
      subnetId,
      signer: { type: 'EmptySigner' },
      stake,
      validatorRewardsOwner: rewardsOwner,
      delegatorRewardsOwner: rewardsOwner,
      shares: 20_000,
    },
  ],
  [
    'AddPermissionlessDelegatorTx',
    `0000001a${emptyBase}${validatorHex}${hex.subnet}${stakeHex}${ownersHex}`,
    {
      type: 'AddPermissionlessDelegatorTx',
      ...base,
      validator,
      subnetId,
      stake,
      rewardsOwner,
    },
  ],
  [
    'TransferSubnetOwnershipTx',
    `00000021${emptyBase}${hex.subnet}${authorizationHex}${ownersHex}`,
    { type: 'TransferSubnetOwnershipTx', ...base, subnetId, authorization, owner: rewardsOwner },
  ],
  ['BaseTx', `00000022${emptyBase}`, { type: 'BaseTx', ...base }],
  [
    'ConvertSubnetToL1Tx without validators (node)',
    [
      `000000230000000a${'00'.repeat(32)}0000000000000001`,
      `${hex.spent}00000001${hex.avax}0000000500000000000f42400000000100000005`,
      `00000000${hex.subnet}${hex.manager}00000014000000000000000000000000000000000000dead`,
      `00000000${authorizationHex}`,
    ].join(''),
    {
      type: 'ConvertSubnetToL1Tx',
      ...base,
      inputs: [spend(1, avax, 1_000_000n, 5)],
      subnetId,
      managerChainId: fromHex(hex.manager),
      managerAddress: fromHex('000000000000000000000000000000000000dead'),
      validators: [],
      authorization,
    },
  ],
  [
    'ConvertSubnetToL1Tx',
    [
      `00000023${emptyBase}${hex.subnet}${hex.manager}00000002dead00000001`,
      `00000014${hex.node}0102030405060708000000003b9aca00${hex.blsKey}${hex.proof}`,
      `0000000100000001${hex.address}0000000200000001${hex.node}${authorizationHex}`,
    ].join(''),
    {
      type: 'ConvertSubnetToL1Tx',
      ...base,
      subnetId,
      managerChainId: fromHex(hex.manager),
      managerAddress: fromHex('dead'),
      validators: [
        {
          nodeId,
          weight: 0x0102030405060708n,
          balance: 1_000_000_000n,
          signer: proofOfPossession,
          remainingBalanceOwner: { threshold: 1, addresses: [address] },
          deactivationOwner: { threshold: 2, addresses: [nodeId] },
        },
      ],
      authorization,
    },
  ],
  [
    'RegisterL1ValidatorTx',
    `00000024${emptyBase}000000003b9aca00${hex.proof}00000002cafe`,
    {
      type: 'RegisterL1ValidatorTx',
      ...base,
      balance: 1_000_000_000n,
      proofOfPossession: fromHex(hex.proof),
      message: fromHex('cafe'),
    },
  ],
  [
    'SetL1ValidatorWeightTx',
    `00000025${emptyBase}00000002cafe`,
    { type: 'SetL1ValidatorWeightTx', ...base, message: fromHex('cafe') },
  ],
  [
    'IncreaseL1ValidatorBalanceTx',
    `00000026${emptyBase}${hex.subnet}000000003b9aca00`,
    {
      type: 'IncreaseL1ValidatorBalanceTx',
      ...base,
      validationId: subnetId,
      balance: 1_000_000_000n,
    },
  ],
  [
    'DisableL1ValidatorTx with locked outputs and inputs (node)',
    [
      `000000270000000a${'00'.repeat(32)}00000002`,
      `${hex.avax}000000160000000005397fb10000000700000000000000010000000000bc614e0000000000000000`,
      `${hex.custom}0000001600000000343efcea00000007ffffffffffffffff00000000000000000000000100000001${hex.address}`,
      '00000003',
      `${hex.spent}00000001${hex.avax}00000005000000003b9aca00000000020000000200000005`,
      `${hex.spent}00000002${hex.custom}0000001500000000343efcea00000005efffffffffffffff0000000100000000`,
      `${hex.spent}00000003${hex.custom}00000005100000000000000000000000`,
      '00000014f09f98850a77656c6c2074686174277301234521',
      '0123456789abcdef'.repeat(4),
      '0000000a0000000100000009',
    ].join(''),
    {
      type: 'DisableL1ValidatorTx',
      ...base,
      outputs: [
        {
          assetId: avax,
          output: {
            type: 'StakeableLockOutput',
            locktime: 87_654_321n,
            output: {
              type: 'TransferOutput',
              amount: 1n,
              locktime: 12_345_678n,
              threshold: 0,
              addresses: [],
            },
          },
        },
        {
          assetId: custom,
          output: {
            type: 'StakeableLockOutput',
            locktime: 876_543_210n,
            output: {
              type: 'TransferOutput',
              amount: 2n ** 64n - 1n,
              locktime: 0n,
              threshold: 1,
              addresses: [address],
            },
          },
        },
      ],
      inputs: [
        {
          ...spend(1, avax, 0n, 0),
          input: { type: 'TransferInput', amount: 1_000_000_000n, signatureIndices: [2, 5] },
        },
        {
          ...spend(2, custom, 0n, 0),
          input: {
            type: 'StakeableLockInput',
            locktime: 876_543_210n,
            input: { type: 'TransferInput', amount: 0xefffffffffffffffn, signatureIndices: [0] },
          },
        },
        {
          ...spend(3, custom, 0n, 0),
          input: { type: 'TransferInput', amount: 2n ** 60n, signatureIndices: [] },
        },
      ],
      memo: Uint8Array.from(Buffer.from("\u{1f605}\nwell that's\x01\x23\x45!")),
      validationId: fromHex('0123456789abcdef'.repeat(4)),
      authorization: { type: 'Input', signatureIndices: [9] },
    },
  ],
]

test.each(layouts)('%s has its layout', (_name, layout, value) => {
  expect(toHex(encode(platformTransactions.unsigned, value))).toBe(`0x0000${layout}`)
  expect(decode(platformTransactions.unsigned, fromHex(`0000${layout}`))).toEqual(value)
})

test('every type has a layout here', () => {
  const seen = new Set(layouts.map(([, , { type }]) => type))
  expect(seen.size).toBe(20)
})
