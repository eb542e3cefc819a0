import { sortInputs, sortOutputs } from '../../../formats/ordering.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../../formats/x-chain-transactions.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { baseFee, exchangeFee } from '../fees.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import {
  type AssetAmount,
  fund,
  keysFor,
  LackOfFundsError,
  type TransferableOutput,
  transferableInput,
} from '../utxos/funding.ts'
import type { HeldUtxo } from '../utxos/held-utxo.ts'
import { outputOwners, type Party } from '../utxos/parties.ts'

type Inputs = Extract<ExchangeTransaction, { type: 'BaseTx' }>['inputs']

/** Fields with which X-chain transactions begin. */
interface ExchangeBase {
  readonly networkId: number
  readonly blockchainId: Uint8Array
  readonly outputs: readonly TransferableOutput[]
  readonly inputs: Inputs
  readonly memo: Uint8Array
}

interface ExchangeRequest {
  readonly time: number
  readonly payer: Party
  /** Amounts that leave the payer's outputs. */
  readonly needs: readonly AssetAmount[]
  readonly outputs?: readonly TransferableOutput[]
  readonly memo?: string
  /** Rights and collectibles that operations spend, in the order of the operations. */
  readonly operated?: readonly HeldUtxo[]
  /** Name in the definition for the result of the transaction. */
  readonly name?: string
  assemble(base: ExchangeBase): ExchangeTransaction
}

/**
 * Funds and signs an X-chain transaction.
 * @throws when the payer has too little
 */
export function buildExchange(state: Drafting, request: ExchangeRequest): SignedTransaction {
  const { facts, utxos, cast } = state
  const { time, payer, needs, operated = [], memo = '', name } = request
  const funded = fund<ExchangeTransaction>(
    { utxos, cast, avaxId: facts.avaxId },
    {
      chain: 'X',
      payer,
      time,
      needs,
      feeOf: ({ type }) => exchangeFee(type),
      assemble: (spent, change) =>
        request.assemble({
          networkId: facts.networkId,
          blockchainId: facts.chainIds.X,
          outputs: sortOutputs([...(request.outputs ?? []), ...change]),
          inputs: spent.map((utxo) => transferableInput(cast, utxo)),
          memo: Buffer.from(memo),
        }),
    },
  )
  for (const utxo of operated) utxos.take(utxo)
  const issued = exchangeTransactions.sign(funded.tx, [
    ...funded.keys,
    ...operated.map((utxo) => keysFor(cast, utxo)),
  ])
  return { chain: 'X', ...issued, ...(name !== undefined && { name }) }
}

/** Builds an ImportTx of outputs of one asset; the fee comes out of imported AVAX. */
export function buildExchangeImport(
  state: Drafting,
  { to, from, imported }: { to: Party; from: PrimaryChain; imported: readonly HeldUtxo[] },
): SignedTransaction {
  const { facts, cast, utxos } = state
  const inputs = sortInputs(imported)
  const total = inputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (total <= baseFee)
    throw new LackOfFundsError(`an import of ${total} nAVAX does not pay its fee of ${baseFee}`)
  for (const utxo of inputs) utxos.take(utxo)
  const issued = exchangeTransactions.sign(
    {
      type: 'ImportTx',
      networkId: facts.networkId,
      blockchainId: facts.chainIds.X,
      outputs: [
        {
          assetId: facts.avaxId,
          output: { type: 'TransferOutput', amount: total - baseFee, ...outputOwners(to) },
        },
      ],
      inputs: [],
      memo: new Uint8Array(),
      sourceChain: facts.chainIds[from],
      importedInputs: inputs.map((utxo) => transferableInput(cast, utxo)),
    },
    inputs.map((utxo) => keysFor(cast, utxo)),
  )
  return { chain: 'X', ...issued }
}
