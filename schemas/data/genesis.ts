import { type Static, Type } from '@sinclair/typebox'
import { quirk } from '../quirk.ts'

const number = Type.Optional(Type.Integer())
const text = Type.Optional(Type.String())
const hex = Type.Optional(Type.String({ pattern: '^0x[0-9a-fA-F]*$' }))
const addresses = Type.Optional(Type.Array(Type.String()))

/** Activation time of a precompile, and the permissions for it. Section 2.2. */
export const PermissionConfig = Type.Object(
  {
    blockTimestamp: number,
    adminAddresses: addresses,
    managerAddresses: addresses,
    enabledAddresses: addresses,
  },
  { $id: 'PermissionConfig' },
)
export type PermissionConfig = Static<typeof PermissionConfig>

/** Gas targets and fees of a chain, in gas and wei. Section 2.2. */
export const FeeConfig = Type.Object(
  {
    baseFeeChangeDenominator: number,
    blockGasCostStep: number,
    gasLimit: number,
    maxBlockGasCost: number,
    minBaseFee: number,
    minBlockGasCost: number,
    targetBlockRate: number,
    targetGas: number,
  },
  { $id: 'FeeConfig' },
)
export type FeeConfig = Static<typeof FeeConfig>

const permissions = Type.Optional(PermissionConfig)

/** Fork heights and precompiles of a chain. Section 2.2. */
export const GenesisConfig = Type.Object(
  {
    berlinBlock: number,
    byzantiumBlock: number,
    chainId: number,
    constantinopleBlock: number,
    eip150Block: number,
    eip150Hash: hex,
    eip155Block: number,
    eip158Block: number,
    feeConfig: Type.Optional(FeeConfig),
    homesteadBlock: number,
    istanbulBlock: number,
    londonBlock: number,
    muirGlacierBlock: number,
    petersburgBlock: number,
    subnetEVMTimestamp: number,
    allowFeeRecipients: Type.Optional(Type.Boolean()),
    warpConfig: Type.Optional(
      Type.Object({
        blockTimestamp: number,
        quorumNumerator: number,
        requirePrimaryNetworkSigners: Type.Optional(Type.Boolean()),
      }),
    ),
    txAllowListConfig: permissions,
    contractDeployerAllowListConfig: permissions,
    contractNativeMinterConfig: permissions,
    feeManagerConfig: permissions,
    rewardManagerConfig: permissions,
  },
  { $id: 'GenesisConfig' },
)
export type GenesisConfig = Static<typeof GenesisConfig>

/** The first block and state of an EVM chain; quantities are hex. Section 2.2. */
export const GenesisData = Type.Object(
  {
    airdropAmount: hex,
    airdropHash: hex,
    alloc: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({
          balance: hex,
          code: hex,
          storage: Type.Optional(Type.Record(Type.String(), Type.String())),
        }),
      ),
    ),
    baseFeePerGas: hex,
    blobGasUsed: hex,
    coinbase: text,
    config: Type.Optional(GenesisConfig),
    difficulty: hex,
    excessBlobGas: hex,
    extraData: hex,
    gasLimit: hex,
    gasUsed: hex,
    mixHash: hex,
    nonce: hex,
    number: hex,
    parentHash: hex,
    timestamp: hex,
  },
  { $id: 'GenesisData' },
)
export type GenesisData = Static<typeof GenesisData>

/** Whether amounts of a genesis are numbers, or null. */
export const genesisNumbers = quirk(
  {
    name: 'airdropAmount and baseFeePerGas of genesisData',
    section: '2.2',
    documented: 'Hex text, absent when the genesis has none',
    live: 'Number, null when the genesis has none',
  },
  { documented: false, live: true },
)
