import type { ExportAction, ImportAction } from '../../../../schemas/control/actions/atomic.ts'
import { encodeCb58, parseId } from '../../../formats/ids.ts'
import { primaryChains } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import { exchangeExport } from '../../primary/exchange/exchange-actions.ts'
import { buildExchangeImport } from '../../primary/exchange/exchange-builder.ts'
import { buildPlatformImport } from '../../primary/platform/platform-builder.ts'
import { platformExport } from '../../primary/platform/platform-transfers.ts'
import type { Drafting } from '../../primary/state.ts'
import { ownersText } from '../../primary/utxos/held-utxo.ts'
import type { UnspentOutputs } from '../../primary/utxos/utxo-set.ts'
import type { ActionContext } from '../action-context.ts'
import { avaxDecimals, unitsOf } from '../amounts.ts'
import { Refusal } from '../refusal.ts'
import { refuseBefore } from '../refuse-before.ts'
import type { Made } from '../verb.ts'
import { assetNamed } from './assets.ts'
import { exportFromContract, importToContract } from './contract-atomic.ts'

/** Exports coins or an asset to the shared memory of two chains, or imports them too. */
export function exportCoins(context: ActionContext, action: ExportAction): Made | readonly Made[] {
  const { from, to = from, sourceChain, destinationChain, import: isWhole } = action
  refuseRoute(action)
  const exported = exportFrom(context, sourceChain, action)
  if (!isWhole) return exported
  return [exported, ...importInto(context, { to, sourceChain, destinationChain })]
}

/**
 * Imports all outputs that wait for an account between two chains, with a transaction for each
 * asset.
 */
export function importCoins(context: ActionContext, action: ImportAction): readonly Made[] {
  refuseRoute(action)
  return importInto(context, action)
}

type Route = Pick<ExportAction, 'sourceChain' | 'destinationChain'>

function refuseRoute({ sourceChain, destinationChain }: Route): void {
  if (sourceChain === destinationChain)
    throw Refusal.bad('destinationChain', `a chain other than ${sourceChain}`)
}

function exportFrom(
  context: ActionContext,
  chain: ExportAction['sourceChain'],
  action: ExportAction,
): Made {
  const { from, to = from, destinationChain: destination, asset, amount } = action
  if (asset !== undefined && (chain !== 'X' || destination !== 'P'))
    throw Refusal.bad('asset', 'absent unless the export is from X to P')
  if (chain === 'C') {
    if (typeof from !== 'string') throw Refusal.bad('from', 'exactly one account on the C-chain')
    const nAvax = unitsOf('amount', amount, avaxDecimals)
    const by = context.evmWallet(from)
    return exportFromContract(context, { by, to: context.owners(to), nAvax, destination })
  }
  const payer = context.party(from)
  const owners = context.owners(to)
  const assembler = chain === 'P' ? context.platform : context.exchange
  const tx = assembler.add((state, time) => {
    refuseEarly(state, { sourceChain: chain, destinationChain: destination }, time)
    const known = asset === undefined ? undefined : assetNamed(context, asset)
    const nAvax = unitsOf('amount', amount, known?.denomination ?? avaxDecimals)
    const request = { time, from: payer, payment: { to: owners, nAvax }, destination }
    return chain === 'P'
      ? platformExport(state, request)
      : exchangeExport(state, { ...request, ...(known && { assetId: known.id }) })
  })
  return { chain, txId: encodeCb58(tx.id) }
}

function importInto(
  context: ActionContext,
  { to, sourceChain, destinationChain }: Route & Pick<ImportAction, 'to'>,
): Made[] {
  const party = context.party(to)
  // An export can be imported after its block is accepted.
  for (const assembler of [context.platform, context.exchange, context.evmChain('C')])
    assembler.flush()
  if (destinationChain === 'C')
    return importToContract(context, {
      party,
      source: sourceChain,
      text: [to].flat().join(' and '),
    })
  const waiting = context.state.store.all(selectAssets, {
    network: context.network,
    sourceChain,
    destinationChain,
    owners: ownersText(context.state.ids, party),
  })
  // Blocks of one time follow the order of the chains. An earlier chain can import an export of a
  // later one only after time has passed. G-92
  const isBackwards = primaryChains.indexOf(sourceChain) > primaryChains.indexOf(destinationChain)
  if (isBackwards && waiting.some(({ latest }) => latest === context.now()))
    context.timeFrom(context.now() + 1)
  const assembler = destinationChain === 'P' ? context.platform : context.exchange
  const outputsOf = (utxos: UnspentOutputs, assetId: Uint8Array, time: number) =>
    utxos
      .find({ createdOn: sourceChain, consumedOn: destinationChain, party, assetId })
      .filter(({ unlockedAt }) => unlockedAt <= time)
  const made = waiting.flatMap(({ asset_id }): Made[] => {
    const assetId = parseId(asset_id)
    if (outputsOf(context.state.utxos, assetId, context.now()).length === 0) return []
    const tx = assembler.add((state, time) => {
      const imported = outputsOf(state.utxos, assetId, time)
      const request = { time, to: party, from: sourceChain, imported }
      return destinationChain === 'P'
        ? buildPlatformImport(state, request)
        : buildExchangeImport(state, request)
    })
    return [{ chain: destinationChain, txId: encodeCb58(tx.id) }]
  })
  if (made.length > 0) return made
  throw Refusal.impossible(
    `${[to].flat().join(' and ')} has nothing unlocked to import from ${sourceChain} to ${destinationChain}; export something first, or advance the clock to the end of the lock`,
  )
}

/**
 * Refuses direct exchange before Apricot 5: P- and C-chain exchange AVAX directly only since then.
 */
function refuseEarly({ facts }: Drafting, { sourceChain, destinationChain }: Route, time: number) {
  const isDirect = sourceChain !== 'X' && destinationChain !== 'X'
  if (isDirect)
    refuseBefore(facts, 'apricotPhase5', time, 'the P- and C-chain exchange assets directly')
}

const selectAssets = statement<
  { network: string; sourceChain: string; destinationChain: string; owners: string },
  { asset_id: string; latest: number }
>(`
  SELECT asset_id, max(created_at) AS latest FROM utxo
  WHERE network = :network AND consumed_on_chain = :destinationChain AND owners = :owners
    AND created_on_chain = :sourceChain AND consumed_by IS NULL
  GROUP BY asset_id ORDER BY min(seq)`)
