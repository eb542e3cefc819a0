import type { GenesisData } from '../../../schemas/data/genesis.ts'
import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import {
  type CorethHeader,
  EMPTY_UNCLES_HASH,
  type SubnetEvmHeader,
} from '../../formats/evm/headers.ts'
import { EMPTY_LIST_ROOT } from '../../formats/evm/list-root.ts'
import { toHex } from '../../formats/ids.ts'
import { teleporterMessenger } from '../../formats/teleporter.ts'
import type { Wallet } from '../wallets.ts'
import { subnetEvmHeaderOf } from './header.ts'
import { l1Fees, type Rules } from './rules.ts'

/** Root of the C-chain's genesis state, the same on mainnet and Fuji. */
const genesisStateRoot = 'd65eb1b8604a7aa497d41cd6372663785a5f809a17bd192edb86658ef24e29cc'

/** What every member of the cast has of an L1's token from its first block; wei. */
export const l1Allocation = 10_000n * 10n ** 18n

/** Seconds between an L1's genesis and its first block of the definition. */
const headStartSeconds = 600

/** When the genesis block of an L1 lies, epoch seconds: its chain is created before that. */
export const l1GenesisSeconds = (declared: EvmChainDefinition): number =>
  Date.parse(declared.firstBlock) / 1000 - headStartSeconds

/** Block 0 of the C-chain: that of the real networks. */
export const corethGenesis = (): CorethHeader => ({
  parentHash: new Uint8Array(32),
  sha3Uncles: EMPTY_UNCLES_HASH,
  miner: new Uint8Array(20),
  stateRoot: new Uint8Array(Buffer.from(genesisStateRoot, 'hex')),
  transactionsRoot: EMPTY_LIST_ROOT,
  receiptsRoot: EMPTY_LIST_ROOT,
  logsBloom: new Uint8Array(256),
  difficulty: 0n,
  number: 0n,
  gasLimit: 100_000_000n,
  gasUsed: 0n,
  timestamp: 0n,
  extraData: new Uint8Array(1),
  mixHash: new Uint8Array(32),
  nonce: new Uint8Array(8),
  extDataHash: new Uint8Array(32),
})

/** Block 0 of an L1, as its genesis data describes it. */
export function l1Genesis(declared: EvmChainDefinition, rules: Rules): SubnetEvmHeader {
  const facts = {
    chainId: declared.chainId,
    parentHash: new Uint8Array(32),
    number: 0,
    timestamp: l1GenesisSeconds(declared),
    transactionsRoot: EMPTY_LIST_ROOT,
    receiptsRoot: EMPTY_LIST_ROOT,
    logsBloom: new Uint8Array(256),
    gasUsed: 0n,
    baseFee: l1Fees.minimumFee,
    blockGasCost: 0n,
  }
  return {
    ...subnetEvmHeaderOf(facts, rules),
    miner: new Uint8Array(20),
    difficulty: 0n,
    extraData: new Uint8Array(),
  }
}

/**
 * Genesis data of the CreateChainTx of an L1: the cast is funded, the Teleporter messenger is
 * there, and the first member of the cast administers the precompiles.
 */
export function l1GenesisData(
  declared: EvmChainDefinition,
  wallets: readonly Wallet[],
): GenesisData {
  const seconds = l1GenesisSeconds(declared)
  const admins = wallets.slice(0, 1).map(({ evmAddress }) => toHex(evmAddress))
  const permissions = { blockTimestamp: seconds, adminAddresses: admins }
  return {
    airdropAmount: '0x0',
    airdropHash: toHex(new Uint8Array(32)),
    alloc: {
      ...Object.fromEntries(
        wallets.map(({ evmAddress }) => [
          toHex(evmAddress).slice(2),
          { balance: quantity(l1Allocation) },
        ]),
      ),
      [toHex(teleporterMessenger).slice(2)]: {
        balance: '0x0',
        code: '0x60806040525f80fd',
        storage: { [toHex(new Uint8Array(32))]: `0x${'1'.padStart(64, '0')}` },
      },
    },
    baseFeePerGas: quantity(l1Fees.minimumFee),
    blobGasUsed: '0x0',
    coinbase: toHex(new Uint8Array(20)),
    config: {
      chainId: Number(declared.chainId),
      homesteadBlock: 0,
      eip150Block: 0,
      eip150Hash: toHex(new Uint8Array(32)),
      eip155Block: 0,
      eip158Block: 0,
      byzantiumBlock: 0,
      constantinopleBlock: 0,
      petersburgBlock: 0,
      istanbulBlock: 0,
      muirGlacierBlock: 0,
      berlinBlock: 0,
      londonBlock: 0,
      subnetEVMTimestamp: 0,
      allowFeeRecipients: false,
      feeConfig: {
        gasLimit: Number(l1Fees.gasLimit),
        minBaseFee: Number(l1Fees.minimumFee),
        targetGas: 60_000_000,
        baseFeeChangeDenominator: 36,
        minBlockGasCost: 0,
        maxBlockGasCost: 1_000_000,
        targetBlockRate: 2,
        blockGasCostStep: 200_000,
      },
      warpConfig: {
        blockTimestamp: seconds,
        quorumNumerator: 67,
        requirePrimaryNetworkSigners: false,
      },
      txAllowListConfig: { ...permissions, enabledAddresses: allOf(wallets) },
      contractDeployerAllowListConfig: { ...permissions, enabledAddresses: allOf(wallets) },
      contractNativeMinterConfig: permissions,
      feeManagerConfig: { ...permissions, managerAddresses: admins },
      rewardManagerConfig: permissions,
    },
    difficulty: '0x0',
    excessBlobGas: '0x0',
    extraData: '0x',
    gasLimit: quantity(l1Fees.gasLimit),
    gasUsed: '0x0',
    mixHash: toHex(new Uint8Array(32)),
    nonce: '0x0',
    number: '0x0',
    parentHash: toHex(new Uint8Array(32)),
    timestamp: quantity(BigInt(seconds)),
  }
}

const quantity = (value: bigint): string => `0x${value.toString(16)}`

const allOf = (wallets: readonly Wallet[]) => wallets.map(({ evmAddress }) => toHex(evmAddress))
