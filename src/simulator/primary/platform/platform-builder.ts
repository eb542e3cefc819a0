import { compareBytes, sortInputs, sortOutputs } from '../../../formats/ordering.ts'
import {
  type PlatformInput,
  type PlatformOutput,
  type PlatformTransaction,
  platformTransactions,
} from '../../../formats/p-chain-transactions.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { platformFee } from '../fees.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import {
  type AssetAmount,
  fund,
  keysFor,
  LackOfFundsError,
  transferableInput,
} from '../utxos/funding.ts'
import type { HeldUtxo } from '../utxos/held-utxo.ts'
import { outputOwners, type Party, signatureIndices, signersOf } from '../utxos/parties.ts'

/** Fields with which P-chain transactions begin. */
export interface PlatformBase {
  readonly networkId: number
  readonly blockchainId: Uint8Array
  readonly outputs: readonly { readonly assetId: Uint8Array; readonly output: PlatformOutput }[]
  readonly inputs: readonly {
    readonly txId: Uint8Array
    readonly outputIndex: number
    readonly assetId: Uint8Array
    readonly input: PlatformInput
  }[]
  readonly memo: Uint8Array
}

interface PlatformRequest {
  readonly time: number
  readonly payer: Party
  /** Amounts that leave the payer's outputs: outputs below, stake, exports, balances. */
  readonly needs: readonly AssetAmount[]
  readonly outputs?: PlatformBase['outputs']
  /** Outputs that are spent completely, in addition to those that cover the needs. */
  readonly also?: readonly HeldUtxo[]
  readonly memo?: string
  /** Outputs in shared memory that an ImportTx spends. */
  readonly imported?: readonly HeldUtxo[]
  /** Signers for a subnet or an L1 validator. */
  readonly authorizer?: Party
  /** Name in the definition for the result of the transaction. */
  readonly name?: string
  assemble(base: PlatformBase): PlatformTransaction
}

/** Receiver, source and outputs of an import. */
interface ImportRequest {
  readonly time: number
  readonly to: Party
  readonly from: PrimaryChain
  readonly imported: readonly HeldUtxo[]
}

/** Returns the authorization field for an owner: the first of its members sign. */
export const authorizationOf = (party: Party) => ({
  type: 'Input' as const,
  signatureIndices: signatureIndices(party),
})

/**
 * Funds and signs a P-chain transaction.
 * @throws when the payer has too little
 */
export function buildPlatform(state: Drafting, request: PlatformRequest): SignedTransaction {
  const { facts, utxos, cast } = state
  const { time, payer, needs, also, imported = [], authorizer, memo = '', name } = request
  const funded = fund<PlatformTransaction>(
    { utxos, cast, avaxId: facts.avaxId },
    {
      chain: 'P',
      payer,
      time,
      needs,
      ...(also && { also }),
      feeOf: (tx) => platformFee(tx, state, time),
      assemble: (spent, change) =>
        request.assemble({
          networkId: facts.networkId,
          blockchainId: facts.chainIds.P,
          outputs: sortOutputs([...(request.outputs ?? []), ...change]),
          inputs: spent.map((utxo) => platformInput(state, utxo, time)),
          memo: Buffer.from(memo),
        }),
    },
  )
  for (const utxo of imported) utxos.take(utxo)
  const keys = [
    ...funded.keys,
    ...imported.map((utxo) => keysFor(cast, utxo)),
    ...(authorizer ? [signersOf(authorizer)] : []),
  ]
  const issued = platformTransactions.sign(funded.tx, keys)
  return { chain: 'P', ...issued, ...(name !== undefined && { name }) }
}

/**
 * Builds an ImportTx of outputs of one asset in shared memory. AVAX pays for itself; for another
 * asset the receiver pays.
 */
export function buildPlatformImport(
  state: Drafting,
  { time, to, from, imported }: ImportRequest,
): SignedTransaction {
  const { facts, cast, utxos } = state
  const inputs = sortInputs(imported)
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
  const assetId = inputs[0]?.assetId ?? facts.avaxId
  const sourceChain = facts.chainIds[from]
  const received = (amount: bigint) => [
    { assetId, output: { type: 'TransferOutput' as const, amount, ...outputOwners(to) } },
  ]
  const assemble = (base: PlatformBase): PlatformTransaction => ({
    type: 'ImportTx',
    ...base,
    sourceChain,
    importedInputs: inputs.map((utxo) => transferableInput(cast, utxo)),
  })
  if (compareBytes(assetId, facts.avaxId) !== 0)
    return buildPlatform(state, {
      time,
      payer: to,
      needs: [],
      outputs: received(total),
      imported: inputs,
      assemble,
    })

  const base: PlatformBase = {
    networkId: facts.networkId,
    blockchainId: facts.chainIds.P,
    outputs: received(total),
    inputs: [],
    memo: new Uint8Array(),
  }
  const fee = platformFee(assemble(base), state, time)
  if (total <= fee)
    throw new LackOfFundsError(`an import of ${total} nAVAX does not pay its fee of ${fee}`)
  for (const utxo of inputs) utxos.take(utxo)
  const issued = platformTransactions.sign(
    assemble({ ...base, outputs: received(total - fee) }),
    inputs.map((utxo) => keysFor(cast, utxo)),
  )
  return { chain: 'P', ...issued }
}

function platformInput({ cast }: Drafting, utxo: HeldUtxo, time: number) {
  const plain = transferableInput(cast, utxo)
  const { output } = utxo
  // After its locktime, a locked output is spent like any other.
  if (output.type !== 'StakeableLockOutput' || utxo.unlockedAt <= time) return plain
  return {
    ...plain,
    input: {
      type: 'StakeableLockInput' as const,
      locktime: output.locktime,
      input: plain.input,
    },
  }
}
