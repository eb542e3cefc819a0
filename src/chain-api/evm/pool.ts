import { evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'
import type { TransactionPool } from '../../http/worlds/transaction-pool.ts'
import { readForeignEvm } from '../../simulator/issue/verify-evm.ts'
import type { World } from '../../world/world.ts'
import { nextBaseFee, nextGasLimit } from './fees.ts'
import type { EvmChain } from './find-evm-chain.ts'

/**
 * Puts a transaction that lacks a lower nonce alone into the pool. G-242
 * @returns the text of a refusal
 */
export function putIntoPool(
  pool: TransactionPool,
  world: World,
  chain: EvmChain,
  raw: Uint8Array,
): string | undefined {
  const { tx, sender, hash } = readForeignEvm(raw, BigInt(chain.chainId))
  const [feeCap, tipCap] =
    tx.type === 2 ? [tx.maxFeePerGas, tx.maxPriorityFeePerGas] : [tx.gasPrice, tx.gasPrice]
  const address = evmAddressText(sender)
  // A block of the world would have reported these two.
  if (tx.gasLimit > nextGasLimit(world, chain)) return 'exceeds block gas limit'
  const baseFee = nextBaseFee(world, chain)
  if (feeCap < baseFee)
    return `max fee per gas less than block base fee: address ${address}, maxFeePerGas: ${feeCap}, baseFee: ${baseFee}`
  return pool.add({
    network: world.nodeNetwork,
    chainId: chain.chainId,
    chain: chain.name,
    sender: address,
    nonce: tx.nonce,
    hash: toHex(hash),
    bytes: toHex(raw),
    feeCap,
    tipCap,
  })
}
