import { MAX_INIT_CODE } from '../../evm/gas.ts'
import { evmAddressText } from '../../formats/addresses.ts'
import { FormatError } from '../../formats/codec.ts'
import {
  decodeEvmTransaction,
  evmTransactionHash,
  recoverEvmSender,
  type SignedEvmTransaction,
} from '../../formats/evm/transactions.ts'
import { Refusal } from '../actions/refusal.ts'
import { refuse } from './refuse.ts'

/** A decoded transaction of an EVM chain with its sender. */
export interface ForeignEvm {
  readonly tx: SignedEvmTransaction
  readonly raw: Uint8Array
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** 20 bytes. */
  readonly sender: Uint8Array
}

/** State of a chain that a transaction is verified against. */
export interface EvmConditions {
  readonly chainId: bigint
  /** Wei per gas of the block. */
  readonly baseFee: bigint
  /** Gas of a whole block. */
  readonly gasLimit: bigint
  /** Next nonce of the sender. */
  readonly nonce: bigint
  /** Balance of the sender, wei. */
  readonly balance: bigint
  /** Gas before execution. */
  readonly gasBefore: bigint
}

const wholeCoin = 10n ** 18n
const maxFee = 100n * wholeCoin
const maxBytes = 128 * 1024

/** Decodes raw bytes and finds the sender; refuses with the node's texts. */
export function readForeignEvm(raw: Uint8Array, chainId: bigint): ForeignEvm {
  if (raw.length > maxBytes)
    refuse(`oversized data: transaction size ${raw.length}, limit ${maxBytes}`)
  const tx = decoded(raw)
  if (tx.chainId === undefined)
    refuse('only replay-protected (EIP-155) transactions allowed over RPC')
  if (tx.chainId !== chainId)
    refuse(`invalid sender: invalid chain id for signer: have ${tx.chainId} want ${chainId}`)
  return { tx, raw, hash: evmTransactionHash(raw), sender: senderOf(tx) }
}

/** Checks a transaction in the order of the node's pool; a gap of nonces comes last. G-242 */
export function verifyEvm({ tx, sender }: ForeignEvm, at: EvmConditions): void {
  const address = evmAddressText(sender)
  const { gasLimit, value } = tx
  const cap = tx.type === 2 ? tx.maxFeePerGas : tx.gasPrice
  const fee = cap * gasLimit
  if (fee > maxFee)
    refuse(`tx fee (${coins(fee)} ether) exceeds the configured cap (${coins(maxFee)} ether)`)
  if (gasLimit > at.gasLimit) refuse('exceeds block gas limit')
  if (tx.type === 2 && tx.maxPriorityFeePerGas > cap)
    refuse('max priority fee per gas higher than max fee per gas')
  if (tx.to === null && tx.data.length > MAX_INIT_CODE)
    refuse(`max initcode size exceeded: code size ${tx.data.length}, limit ${MAX_INIT_CODE}`)
  const intrinsic = at.gasBefore
  if (gasLimit < intrinsic)
    refuse(
      `intrinsic gas too low: address ${address} tx gas (${gasLimit}), minimum needed ${intrinsic}`,
    )
  if (tx.nonce < at.nonce) refuse(`nonce too low: next nonce ${at.nonce}, tx nonce ${tx.nonce}`)
  const cost = fee + value
  if (at.balance < cost)
    refuse(
      `insufficient funds for gas * price + value: balance ${at.balance}, tx cost ${cost}, overshot ${cost - at.balance}`,
    )
  if (cap < at.baseFee)
    refuse(
      `max fee per gas less than block base fee: address ${address}, maxFeePerGas: ${cap}, baseFee: ${at.baseFee}`,
    )
  if (tx.nonce > at.nonce)
    throw Refusal.nonceGap(`nonce too high: address ${address}, tx: ${tx.nonce} state: ${at.nonce}`)
}

function decoded(raw: Uint8Array): SignedEvmTransaction {
  const [first = 0] = raw
  if (raw.length === 0) refuse('typed transaction too short')
  if (first > 2 && first < 0xc0) refuse('transaction type not supported')
  try {
    return decodeEvmTransaction(raw)
  } catch (error) {
    if (error instanceof FormatError) refuse(`rlp: ${error.message}`)
    throw error
  }
}

function senderOf(tx: SignedEvmTransaction): Uint8Array {
  try {
    return recoverEvmSender(tx)
  } catch (error) {
    if (error instanceof FormatError) refuse('invalid sender')
    throw error
  }
}

/** Formats wei in coins with two decimals. */
function coins(wei: bigint): string {
  const hundredths = (wei * 100n) / wholeCoin
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}
