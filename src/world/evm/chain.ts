import { keccak_256 } from '@noble/hashes/sha3.js'
import { extDataHash } from '../../formats/evm/blocks.ts'
import {
  BLACKHOLE_ADDRESS,
  corethHeader,
  EMPTY_UNCLES_HASH,
  subnetEvmHeader,
} from '../../formats/evm/headers.ts'
import { EMPTY_LIST_ROOT, listRoot } from '../../formats/evm/list-root.ts'
import { encodeReceipt, logsBloom, mergeBlooms } from '../../formats/evm/receipts.ts'
import { encodeRlp } from '../../formats/evm/rlp.ts'
import {
  type EvmTransaction,
  encodeEvmTransaction,
  evmTransactionHash,
  signEvmTransaction,
} from '../../formats/evm/transactions.ts'
import type { RowWriter } from '../../store/base-writer.ts'
import type { Random } from '../random.ts'
import type { Wallet } from '../wallets.ts'
import { corethHeaderOf, type HeaderFacts, subnetEvmHeaderOf } from './header.ts'
import type { Rules } from './rules.ts'

/** Native value on its way from a member of the cast to any address; wei. */
export interface Transfer {
  readonly from: Wallet
  readonly to: Uint8Array
  readonly value: bigint
}

export interface EvmChainSetup {
  readonly chainId: string
  readonly kind: 'c-chain' | 'l1'
  readonly rules: Rules
  /** Epoch seconds of the genesis block. The C-chain's lies at 0, as on the real networks. */
  readonly genesisSeconds: number
  readonly random: Random
  readonly writer: RowWriter
}

interface Mined {
  readonly raw: Uint8Array
  readonly receipt: Uint8Array
  readonly fee: bigint
}

const transferGas = 21_000n
const noExtData = new Uint8Array()

/** Root of the C-chain's genesis state, the same on mainnet and Fuji. */
const genesisStateRoot = 'd65eb1b8604a7aa497d41cd6372663785a5f809a17bd192edb86658ef24e29cc'

/** An EVM chain that executes transfers and links their blocks; balances in wei. */
export class EvmChain {
  readonly #setup: EvmChainSetup
  readonly #balances = new Map<string, bigint>()
  readonly #nonces = new Map<string, bigint>()
  #number = 0
  #timestamp: number
  #hash: Uint8Array
  #transactions = 0

  constructor(setup: EvmChainSetup) {
    this.#setup = setup
    this.#timestamp = setup.genesisSeconds
    this.#hash = this.#writeGenesis()
  }

  balanceOf(address: Uint8Array): bigint {
    return this.#balances.get(keyOf(address)) ?? 0n
  }

  /** Adds value that comes from outside the EVM: a genesis allocation or an atomic import. */
  credit(address: Uint8Array, wei: bigint): void {
    this.#balances.set(keyOf(address), this.balanceOf(address) + wei)
  }

  /** Executes the transfers in their order and appends a block that holds them. */
  mine(timestamp: number, transfers: readonly Transfer[]): void {
    const { chainId, rules, random, writer } = this.#setup
    const minimum = rules.minimumFee(timestamp)
    const hasBaseFee = rules.isActive('apricotPhase3', timestamp)
    const baseFee = hasBaseFee ? minimum + (minimum * BigInt(random.int(0, 900))) / 1000n : 0n
    const number = this.#number + 1

    const mined = transfers.map((transfer, index) =>
      this.#execute(transfer, { number, index, timestamp, baseFee, minimum }),
    )
    const gasUsed = transferGas * BigInt(mined.length)
    const facts: HeaderFacts = {
      chainId,
      parentHash: this.#hash,
      number,
      timestamp,
      transactionsRoot: listRoot(mined.map(({ raw }) => raw)),
      receiptsRoot: listRoot(mined.map(({ receipt }) => receipt)),
      logsBloom: mergeBlooms([]),
      gasUsed,
      baseFee,
      blockGasCost: timestamp - this.#timestamp < 2 ? 50_000n : 0n,
    }
    const header = this.#encodeHeader(facts)
    const hash = keccak_256(header)
    this.#transactions += mined.length
    writer.insert('evm_block', {
      chain_id: chainId,
      number,
      hash: hexOf(hash),
      parent_hash: hexOf(this.#hash),
      timestamp,
      tx_count: mined.length,
      base_fee: baseFee,
      gas_used: gasUsed,
      gas_limit: rules.gasLimit(timestamp),
      gas_cost: rules.isActive('apricotPhase4', timestamp) ? facts.blockGasCost : 0n,
      fees_spent: mined.reduce((sum, { fee }) => sum + fee, 0n),
      cumulative_transactions: BigInt(this.#transactions),
      header,
    })
    this.#number = number
    this.#timestamp = timestamp
    this.#hash = hash
  }

  #execute(
    { from, to, value }: Transfer,
    at: { number: number; index: number; timestamp: number; baseFee: bigint; minimum: bigint },
  ): Mined {
    const { chainId, rules, random, writer } = this.#setup
    const sender = keyOf(from.evmAddress)
    const nonce = this.#nonces.get(sender) ?? 0n
    const tip = BigInt(random.int(0, 3)) * 500_000_000n
    const price = at.baseFee === 0n ? at.minimum : at.baseFee + tip
    const common = { nonce, gasLimit: transferGas, to, value, data: noExtData }
    const chain = BigInt(chainId)
    const unsigned: EvmTransaction =
      at.baseFee > 0n && random.chance(0.7)
        ? {
            type: 2,
            chainId: chain,
            ...common,
            maxPriorityFeePerGas: tip,
            maxFeePerGas: price + at.baseFee,
            accessList: [],
          }
        : rules.isActive('apricotPhase2', at.timestamp) && random.chance(0.1)
          ? { type: 1, chainId: chain, ...common, gasPrice: price, accessList: [] }
          : { type: 0, chainId: chain, ...common, gasPrice: price }
    const raw = encodeEvmTransaction(signEvmTransaction(unsigned, from.secretKey))
    const fee = price * transferGas

    if (this.balanceOf(from.evmAddress) < value + fee)
      throw new Error(`${from.name} cannot pay ${value + fee} wei on chain ${chainId}`)
    this.credit(from.evmAddress, -(value + fee))
    this.credit(to, value)
    this.credit(BLACKHOLE_ADDRESS, fee)
    this.#nonces.set(sender, nonce + 1n)
    const receipt = encodeReceipt({
      type: unsigned.type,
      succeeded: true,
      cumulativeGasUsed: transferGas * BigInt(at.index + 1),
      logsBloom: logsBloom([]),
      logs: [],
    })
    writer.insert('evm_transaction', {
      chain_id: chainId,
      block_number: at.number,
      block_index: at.index,
      hash: hexOf(evmTransactionHash(raw)),
      status: 1,
      type: unsigned.type,
      sender: hexOf(from.evmAddress),
      recipient: hexOf(to),
      nonce: Number(nonce),
      value,
      gas_limit: transferGas,
      gas_used: transferGas,
      gas_price: price,
      call_type: 'NATIVE_TRANSFER',
      method_hash: '',
      method_name: 'Native Transfer',
      raw,
      receipt,
    })
    return { raw, receipt, fee }
  }

  #encodeHeader(facts: HeaderFacts): Uint8Array {
    const { kind, rules } = this.#setup
    return kind === 'c-chain'
      ? encodeRlp(corethHeader, corethHeaderOf(facts, rules, extDataHash(noExtData)))
      : encodeRlp(subnetEvmHeader, subnetEvmHeaderOf(facts, rules))
  }

  /** Block 0: on the C-chain the real one, on an L1 an empty block of its first second. */
  #writeGenesis(): Uint8Array {
    const { chainId, kind, genesisSeconds, rules, writer } = this.#setup
    const header =
      kind === 'c-chain'
        ? encodeRlp(corethHeader, corethGenesis())
        : this.#encodeHeader({
            chainId,
            parentHash: new Uint8Array(32),
            number: 0,
            timestamp: genesisSeconds,
            transactionsRoot: EMPTY_LIST_ROOT,
            receiptsRoot: EMPTY_LIST_ROOT,
            logsBloom: mergeBlooms([]),
            gasUsed: 0n,
            baseFee: rules.minimumFee(genesisSeconds),
            blockGasCost: 0n,
          })
    const hash = keccak_256(header)
    writer.insert('evm_block', {
      chain_id: chainId,
      number: 0,
      hash: hexOf(hash),
      parent_hash: hexOf(new Uint8Array(32)),
      timestamp: genesisSeconds,
      tx_count: 0,
      base_fee: kind === 'c-chain' ? 0n : rules.minimumFee(genesisSeconds),
      gas_used: 0n,
      gas_limit: kind === 'c-chain' ? 100_000_000n : rules.gasLimit(genesisSeconds),
      gas_cost: 0n,
      fees_spent: 0n,
      cumulative_transactions: 0n,
      header,
    })
    return hash
  }
}

const corethGenesis = () => ({
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

const keyOf = (address: Uint8Array): string => Buffer.from(address).toString('hex')

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
