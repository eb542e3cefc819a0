import { type L1Message, l1MessageIn } from '../../formats/l1-messages.ts'
import { unsignedBytesOf } from '../../formats/warp.ts'
import { type Network, networks } from '../../networks/network.ts'
import { groupBy } from '../../util/grouping.ts'
import { perWorld, readable } from '../per-world.ts'
import { idText } from '../texts.ts'
import { type Registration, registrationsIn } from './l1-registrations.ts'
import { activation } from './networks.ts'
import { type BlockRow, chains } from './primary-blocks.ts'
import { type Transaction, transactions } from './primary-transactions.ts'

/** An L1 validator after transactions and time. */
export interface L1Validator {
  readonly registration: Registration
  weight: bigint
  /** Accrued fees at which its balance is used up; undefined while it is inactive. */
  paidUntil: bigint | undefined
  /** Minimum nonce of the next weight. */
  minNonce: bigint
  /** Weight and activity after each block that changed them, by height. */
  readonly history: Map<number, { readonly weight: bigint; readonly isActive: boolean }>
}

/** Change of a validator by a transaction; amounts in nAVAX. */
interface L1Change {
  readonly transaction: Transaction
  readonly validator: L1Validator
  readonly weight: bigint
  readonly balance: bigint
  /** Change of the balance; undefined when only the weight changed. */
  readonly change: bigint | undefined
}

/** An L1 validator before a block. */
interface SigningL1Validator {
  readonly blsPublicKey: Uint8Array
  readonly weight: bigint
  readonly isActive: boolean
}

/** A message of an L1's manager in a transaction, with the validators before its block. */
export interface ManagerMessage {
  readonly transaction: Transaction
  readonly signedBytes: Uint8Array
  /** Height of the P-chain before the block. */
  readonly heightBefore: number
  /** Content; undefined for another message than one of an L1. */
  readonly content: L1Message | undefined
  /** Cb58 of the L1; undefined when the validator does not exist. */
  readonly subnetId: string | undefined
  /** Returns the validators of an L1 before the block, by cb58; empty for other subnets. */
  readonly validatorsOf: (subnetId: string | undefined) => readonly SigningL1Validator[]
  /** Minimum nonce that was allowed; 0 for a registration. */
  readonly minNonce: bigint
}

/**
 * Continuous fee of ACP-77. A validator pays M · e^(x / K) nAVAX per second, and x grows each
 * second by the number of active validators above T. So the fee is M while at most T are active.
 * Sources: ACP-77, "Parameters" (M 512 nAVAX/s, T 10,000); `ValidatorFeeConfig` of avalanchego's
 * genesis_mainnet.go and genesis_fuji.go, which differ in K alone.
 */
const continuousFee = { minimumPrice: 512n, target: 10_000 }

/** Maximum that the minimum nonce of a validator may be: only a removal has a later one. G-344 */
const maxNonce = BigInt(Number.MAX_SAFE_INTEGER)

/** Facts about L1 validators that follow from the blocks of a P-chain alone. */
class L1Validators {
  readonly network: Network
  readonly changes: L1Change[] = []
  readonly messages: ManagerMessage[] = []
  /** Number of active ones after each block, by height. */
  readonly active = new Map<number, number>()
  /** Time of the last block, epoch seconds. */
  time = 0
  readonly #validators = new Map<string, L1Validator>()

  constructor(network: Network) {
    this.network = network
  }

  /** Validators in the order of their registrations. */
  get all(): readonly L1Validator[] {
    return [...this.#validators.values()]
  }

  /** Returns the fees of one validator since Etna, nAVAX. */
  accruedFees(seconds: number): bigint {
    return (
      continuousFee.minimumPrice * BigInt(Math.max(0, seconds - activation(this.network, 'etna')))
    )
  }

  /** Returns the remaining nAVAX at a time, epoch seconds. */
  balanceOf({ paidUntil }: L1Validator, seconds: number): bigint {
    return paidUntil === undefined ? 0n : paidUntil - this.accruedFees(seconds)
  }

  /** Accepts a block: time uses balances up, then transactions take effect. */
  accept(block: BlockRow, transactions: readonly Transaction[]): void {
    const before = this.all.map(({ registration, weight, paidUntil }) => ({
      subnetId: idText(registration.subnetId),
      blsPublicKey: registration.blsPublicKey,
      weight,
      isActive: paidUntil !== undefined,
    }))
    const setOf = (subnetId: string | undefined) =>
      before.filter((validator) => validator.subnetId === subnetId && validator.weight > 0n)
    const { timestamp, height } = block
    this.time = timestamp
    const spent = this.all.filter(
      (validator) =>
        validator.paidUntil !== undefined && this.balanceOf(validator, timestamp) <= 0n,
    )
    for (const validator of spent) this.#change(validator, height, { paidUntil: undefined })
    for (const transaction of transactions) this.#act(transaction, block, setOf)
    const active = this.all.filter(({ paidUntil }) => paidUntil !== undefined).length
    if (active > continuousFee.target)
      throw new Error(
        `${active} active L1 validators are more than the target, so the fee should have risen`,
      )
    this.active.set(height, active)
  }

  #act(
    transaction: Transaction,
    { height, timestamp }: BlockRow,
    setOf: ManagerMessage['validatorsOf'],
  ): void {
    const tx = transaction.content.unsigned
    const accrued = this.accruedFees(timestamp)
    for (const registration of readable([transaction], registrationsIn)) {
      const { weight, balance } = registration
      const paidUntil = balance > 0n ? accrued + balance : undefined
      const validator = { registration, weight, paidUntil, minNonce: 0n, history: new Map() }
      this.#validators.set(idText(registration.validationId), validator)
      this.#change(validator, height, {})
      this.#note(transaction, validator, timestamp, balance)
    }
    if (tx.type === 'RegisterL1ValidatorTx' || tx.type === 'SetL1ValidatorWeightTx') {
      const [content] = readable([tx.message], (bytes) => [l1MessageIn(unsignedBytesOf(bytes))])
      const validator =
        content && 'validationId' in content
          ? this.#validators.get(idText(content.validationId))
          : undefined
      const subnetId =
        content?.type === 'RegisterL1Validator'
          ? content.subnetId
          : validator?.registration.subnetId
      const name = subnetId && idText(subnetId)
      this.messages.push({
        transaction,
        signedBytes: tx.message,
        content,
        subnetId: name,
        validatorsOf: setOf,
        heightBefore: height - 1,
        minNonce: validator?.minNonce ?? 0n,
      })
      if (validator && content?.type === 'L1ValidatorWeight')
        this.#setWeight(transaction, validator, content, { height, timestamp })
    }
    if (tx.type !== 'IncreaseL1ValidatorBalanceTx' && tx.type !== 'DisableL1ValidatorTx') return
    const validator = this.#validators.get(idText(tx.validationId))
    if (!validator) return
    if (tx.type === 'IncreaseL1ValidatorBalanceTx') {
      this.#change(validator, height, { paidUntil: (validator.paidUntil ?? accrued) + tx.balance })
      this.#note(transaction, validator, timestamp, tx.balance)
    } else this.#retire(transaction, validator, { height, timestamp })
  }

  #setWeight(
    transaction: Transaction,
    validator: L1Validator,
    { weight, nonce }: { weight: bigint; nonce: bigint },
    at: { height: number; timestamp: number },
  ): void {
    validator.weight = weight
    validator.minNonce = nonce < maxNonce ? nonce + 1n : maxNonce
    if (weight > 0n) {
      this.#change(validator, at.height, {})
      this.#note(transaction, validator, at.timestamp, undefined)
    } else this.#retire(transaction, validator, at)
  }

  /** Deactivates a validator: its balance returns to the owner. */
  #retire(
    transaction: Transaction,
    validator: L1Validator,
    { height, timestamp }: { height: number; timestamp: number },
  ): void {
    const left = this.balanceOf(validator, timestamp)
    this.#change(validator, height, { paidUntil: undefined })
    this.#note(transaction, validator, timestamp, -left)
  }

  #note(
    transaction: Transaction,
    validator: L1Validator,
    timestamp: number,
    change: bigint | undefined,
  ): void {
    const balance = this.balanceOf(validator, timestamp)
    this.changes.push({ transaction, validator, weight: validator.weight, balance, change })
  }

  #change(
    validator: L1Validator,
    height: number,
    changes: Partial<Pick<L1Validator, 'paidUntil'>>,
  ): void {
    Object.assign(validator, changes)
    const { weight, paidUntil } = validator
    validator.history.set(height, { weight, isActive: paidUntil !== undefined })
  }
}

/** Returns the L1 validators of both networks. */
export const l1Validators = perWorld((world): readonly L1Validators[] =>
  networks.map((network) => {
    const platform = transactions(world).filter((tx) => tx.network === network && tx.chain === 'P')
    const byHeight = groupBy(platform, ({ block_number }) => block_number)
    const replay = new L1Validators(network)
    for (const block of chains(world).get(`${network} P`) ?? [])
      replay.accept(block, byHeight.get(String(block.height)) ?? [])
    return replay
  }),
)
