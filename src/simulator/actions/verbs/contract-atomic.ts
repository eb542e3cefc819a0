import { encodeCb58 } from '../../../formats/ids.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { weiPerNAvax } from '../../../networks/units.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import { coinText } from '../../amount-texts.ts'
import {
  type BuiltAtomic,
  buildAtomicExport,
  buildAtomicImport,
} from '../../primary/atomic/atomic-builder.ts'
import { toAtomicTransaction } from '../../primary/atomic/contract-side.ts'
import { draftOn } from '../../primary/state.ts'
import type { HeldUtxo } from '../../primary/utxos/held-utxo.ts'
import type { Owners, Party } from '../../primary/utxos/parties.ts'
import type { ActionContext } from '../action-context.ts'
import type { EvmBlockAssembler } from '../evm-block-assembler.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/** Maximum outputs of one import, so that it fits into a block. */
const maxImported = 50

/**
 * Exports AVAX of an account to the memory that the C-chain shares with another chain. The account
 * pays the fee too.
 */
export function exportFromContract(
  context: ActionContext,
  wanted: { by: Wallet; to: Owners; nAvax: bigint; destination: PrimaryChain },
): Made {
  const { by, to, nAvax, destination } = wanted
  const assembler = context.evmChain('C')
  const { txId } = assembler.addAtomic((block) => {
    const atomicContext = block.atomicContext
    const has = atomicContext.balanceOf(by.evmAddress)
    const require = (needed: bigint) => {
      if (has >= needed) return
      const address = assembler.actors.textOf(by.evmAddress)
      throw Refusal.impossible(
        `${address} has ${coinText(has)} AVAX on the C-chain, but ${coinText(needed)} are needed`,
        { address },
      )
    }
    // An impossibly large amount may not even fit into a transaction.
    require(nAvax * weiPerNAvax)
    const payment = { to, nAvax }
    const built = buildAtomicExport(draftOn(context.state), atomicContext, {
      by,
      payment,
      destination,
    })
    require(exportedBy(built) * weiPerNAvax)
    return toAtomicTransaction(built)
  })
  return { chain: 'C', txId: encodeCb58(txId) }
}

/** Imports all outputs that wait for an account between another chain and the C-chain. */
export function importToContract(
  context: ActionContext,
  { party, source, text }: { party: Party; source: PrimaryChain; text: string },
): Made[] {
  const [first] = party.wallets
  if (!first) throw new Error('internal error: the party has no members')
  const assembler = context.evmChain('C')
  const made: Made[] = []
  // The rows show the outputs that a transaction spent after its block is accepted.
  for (let waiting = waitingFor(context, assembler, party, source); waiting.length > 0; ) {
    const { txId } = assembler.addAtomic((block) =>
      toAtomicTransaction(
        buildAtomicImport(draftOn(context.state), block.atomicContext, {
          from: source,
          imported: waiting.slice(0, maxImported),
          first,
          others: [],
        }),
      ),
    )
    made.push({ chain: 'C', txId: encodeCb58(txId) })
    assembler.flush()
    waiting = waitingFor(context, assembler, party, source)
  }
  if (made.length === 0)
    throw Refusal.impossible(
      `${text} has nothing unlocked to import from ${source} to C; export something first, or advance the clock to the end of the lock`,
    )
  return made
}

function waitingFor(
  { state, now }: ActionContext,
  assembler: EvmBlockAssembler,
  party: Party,
  source: PrimaryChain,
): HeldUtxo[] {
  assembler.flush()
  return state.utxos
    .find({ createdOn: source, consumedOn: 'C', party, assetId: state.facts.avaxId })
    .filter(({ unlockedAt }) => unlockedAt <= now())
}

function exportedBy({ tx }: BuiltAtomic): bigint {
  const { unsigned } = tx
  if (unsigned.type !== 'ExportTx') throw new Error('internal error: the export has no outputs')
  return unsigned.inputs.reduce((sum, { amount }) => sum + amount, 0n)
}
