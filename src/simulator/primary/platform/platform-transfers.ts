import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import { type Owners, outputOwners, type Party } from '../utxos/parties.ts'
import { buildPlatform } from './platform-builder.ts'

/** AVAX for an owner, optionally locked until a time (epoch seconds). */
export interface Payment {
  readonly to: Owners
  readonly nAvax: bigint
  readonly locktime?: number
}

/** Builds a BaseTx of the P-chain, which has them since Durango. */
export function platformTransfer(
  state: Drafting,
  { time, from, payments }: { time: number; from: Party; payments: readonly Payment[] },
): SignedTransaction {
  return buildPlatform(state, {
    time,
    payer: from,
    needs: [{ assetId: state.facts.avaxId, amount: sumOf(payments) }],
    outputs: payments.map((payment) => paymentOutput(state.facts.avaxId, payment)),
    assemble: (base) => ({ type: 'BaseTx', ...base }),
  })
}

/** Builds an ExportTx from the P-chain; the payment waits in shared memory until it is imported. */
export function platformExport(
  state: Drafting,
  {
    time,
    from,
    payment,
    destination,
    memo,
  }: { time: number; from: Party; payment: Payment; destination: PrimaryChain; memo?: string },
): SignedTransaction {
  const { facts } = state
  const destinationChain = facts.chainIds[destination]
  return buildPlatform(state, {
    time,
    payer: from,
    needs: [{ assetId: facts.avaxId, amount: payment.nAvax }],
    ...(memo !== undefined && { memo }),
    assemble: (base) => ({
      type: 'ExportTx',
      ...base,
      destinationChain,
      exportedOutputs: [paymentOutput(facts.avaxId, payment)],
    }),
  })
}

/** Returns the output of a payment. */
export const paymentOutput = (assetId: Uint8Array, { to, nAvax, locktime }: Payment) => ({
  assetId,
  output: {
    type: 'TransferOutput' as const,
    amount: nAvax,
    ...outputOwners(to, locktime),
  },
})

const sumOf = (payments: readonly Payment[]) => payments.reduce((sum, { nAvax }) => sum + nAvax, 0n)
