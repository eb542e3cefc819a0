import { evmAddressText, parseEvmAddress } from '../../formats/addresses.ts'
import { unscheduled } from '../../networks/constants.ts'
import type { Wallet } from '../accounts/wallets.ts'
import { l1FeeConfig, l1Fees } from '../evm/rules.ts'

/** Coins for an account in a chain's genesis. */
export interface Allocation {
  readonly wallet: Wallet
  readonly wei: bigint
}

/** Balances in an L1's genesis: of members, and of the reserve, which pays for other accounts. */
const memberBalance = 10_000n * 10n ** 18n
const reserveBalance = 2_000_000n * 10n ** 18n

/**
 * Returns the balances of the cast in an L1's genesis.
 * @param reserve name of the member
 */
export const allocationsOf = (wallets: readonly Wallet[], reserve: string): Allocation[] =>
  wallets.map((wallet) => ({
    wallet,
    wei: wallet.name === reserve ? reserveBalance : memberBalance,
  }))

/** Epoch seconds of upgrades that are not scheduled. */
const never = Date.parse(unscheduled) / 1000

/** Address of the contract that manages the validators of an L1 in this world. */
export const managerAddressText = '0xfacade0000000000000000000000000000000000'
const managerAddress = parseEvmAddress(managerAddressText)
/** PUSH1 0, PUSH1 0, RETURN. */
export const managerCode = '0x60006000f3'

/**
 * Returns the genesis of an EVM chain as a CreateChainTx carries it: JSON in which the first holder
 * administers the precompiles.
 * @param time epoch seconds
 */
export function evmGenesis(
  chainId: string,
  holders: readonly Allocation[],
  time: number,
): Record<string, unknown> {
  const [admin, ...others] = holders.map(({ wallet }) => evmAddressText(wallet.evmAddress))
  const permissions = {
    blockTimestamp: time,
    adminAddresses: admin === undefined ? [] : [admin],
    managerAddresses: others.slice(0, 1),
    enabledAddresses: others.slice(1),
  }
  return {
    config: {
      chainId: Number(chainId),
      homesteadBlock: 0,
      eip150Block: 0,
      eip150Hash: `0x${'00'.repeat(32)}`,
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
      feeConfig: l1FeeConfig,
      allowFeeRecipients: false,
      warpConfig: {
        blockTimestamp: time,
        quorumNumerator: 67,
        requirePrimaryNetworkSigners: true,
      },
      // Prepared but never activated: every account may transact and create contracts.
      txAllowListConfig: { ...permissions, blockTimestamp: never },
      contractDeployerAllowListConfig: { ...permissions, blockTimestamp: never },
      contractNativeMinterConfig: permissions,
      feeManagerConfig: permissions,
      rewardManagerConfig: permissions,
    },
    alloc: {
      ...Object.fromEntries(
        holders.map(({ wallet, wei }) => [
          evmAddressText(wallet.evmAddress),
          { balance: hex(wei) },
        ]),
      ),
      // The manager of validators exists from the start and returns at once.
      [evmAddressText(managerAddress)]: {
        balance: '0x0',
        code: managerCode,
        storage: { [`0x${'00'.repeat(32)}`]: `0x${'00'.repeat(31)}01` },
      },
    },
    nonce: '0x0',
    timestamp: hex(BigInt(time)),
    extraData: '0x',
    gasLimit: hex(l1Fees.gasLimit),
    difficulty: '0x0',
    mixHash: `0x${'00'.repeat(32)}`,
    coinbase: `0x${'00'.repeat(20)}`,
    airdropHash: `0x${'00'.repeat(32)}`,
    airdropAmount: hex(10n ** 18n),
    number: '0x0',
    gasUsed: '0x0',
    parentHash: `0x${'00'.repeat(32)}`,
    baseFeePerGas: hex(l1Fees.minimumFee),
    excessBlobGas: '0x0',
    blobGasUsed: '0x0',
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`
