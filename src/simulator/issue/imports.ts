import { utxoId } from '../../formats/utxos.ts'
import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { SpendingInput } from './spending.ts'

/**
 * Makes the outputs that an import spends visible, and lets time pass where they come later in the
 * order of a second: P before X before C. G-92
 */
export function waitForImports(
  context: ActionContext,
  chain: PrimaryChain,
  inputs: readonly Pick<SpendingInput, 'txId' | 'outputIndex'>[],
): void {
  const assemblers = [context.platform, context.exchange, context.evmChain('C')]
  for (const assembler of assemblers) assembler.flush()
  const isLater = inputs.some(({ txId, outputIndex }) => {
    const utxo = context.state.utxos.unspent(utxoId(txId, outputIndex))
    return (
      utxo !== undefined &&
      primaryChains.indexOf(utxo.createdOn) > primaryChains.indexOf(chain) &&
      utxo.createdAt >= context.now()
    )
  })
  if (isLater) context.timeFrom(context.now() + 1)
}
