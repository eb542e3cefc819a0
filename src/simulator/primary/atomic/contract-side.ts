import { asDeclared } from '../../../definition/definition-error.ts'
import { toHex } from '../../../formats/ids.ts'
import { nAvaxPerAvax, weiPerNAvax } from '../../../networks/units.ts'
import { statement } from '../../../store/statement.ts'
import type { Random } from '../../random.ts'
import type {
  AcceptedContractBlock,
  AtomicContext,
  AtomicTransaction,
  PrimarySide,
} from '../../shared-memory.ts'
import { acceptTransaction } from '../accept-transaction.ts'
import { importable, someAmount, someone } from '../actors.ts'
import type { ProposerSource } from '../exchange/exchange-chain.ts'
import { keyOf } from '../id-text.ts'
import { nAvaxOf } from '../l1/l1-conversion.ts'
import { Proposers } from '../proposers.ts'
import { readSigned } from '../signed.ts'
import { type Drafting, draftOn, type PrimaryState } from '../state.ts'
import { solo } from '../utxos/parties.ts'
import { type BuiltAtomic, buildAtomicExport, buildAtomicImport } from './atomic-builder.ts'

/**
 * Creates the C-chain as the primary network sees it: atomic transactions, outer blocks, ids of
 * L1s.
 */
export function createContractSide(state: PrimaryState, source: ProposerSource): PrimarySide {
  const { platform, subnets } = state
  const proposers = new Proposers({ ...source, chain: 'C' })
  const exported = declaredExports(state)
  /** Names in the definition for drafts of the open block, by id. */
  let names = new Map<string, string>()
  return {
    atomicTransactions(context) {
      const built = draftBlock(state, exported, context)
      names = new Map(
        built.flatMap(({ tx }) => (tx.name === undefined ? [] : [[keyOf(tx.id), tx.name]])),
      )
      return built.map(toAtomicTransaction)
    },
    contractBlockAccepted: (block) => acceptBlock(state, block, proposers, names),
    chainOf(evmChainId) {
      const chain = subnets.chainOf(evmChainId)
      if (chain) return chain
      throw new Error(`no subnet has created a chain with the EVM chain id ${evmChainId} yet`)
    },
    platformHeight: () => platform.height,
  }
}

function draftBlock(
  state: PrimaryState,
  declared: readonly DeclaredExport[],
  context: AtomicContext,
): BuiltAtomic[] {
  const { facts, setup, store } = state
  const draft = draftOn(state)
  if (!store.get(selectFirstBlock, { network: facts.network })) return [fundCast(draft, context)]
  const isQuiet = setup.size === 'empty' && setup.pace() === 0
  const random = (kind: string) => setup.streams.at(`${facts.network} C ${kind}`, context.time)
  const exports = random('exports')
  const imports = random('imports')
  // One export per block: the nonce of the account is known only for the first one.
  const exported =
    declaredExport(draft, declared, context) ??
    (exports.chance(isQuiet ? 0 : 0.06) ? exportSomething(draft, exports, context) : [])
  if (exported.length > 0 && !facts.isActive('apricotPhase5', context.time)) return exported
  return imports.chance(isQuiet ? 0 : 0.2)
    ? [...importSome(draft, imports, context), ...exported]
    : exported
}

/** Builds the first ImportTx: the reserve's export, shared among all members. */
function fundCast(state: Drafting, context: AtomicContext): BuiltAtomic {
  const { cast, facts, setup, utxos } = state
  const { funds } = setup.definition.primary
  const reserve = cast.wallet(funds.reserve)
  const imported = utxos.find({
    createdOn: 'X',
    consumedOn: 'C',
    party: solo(reserve),
    assetId: facts.avaxId,
  })
  if (imported.length === 0)
    throw new Error('the C-chain begins before the X-chain has exported AVAX to it')
  const nAvax = nAvaxOf(funds.contract)
  const others = cast.wallets
    .filter((wallet) => wallet !== reserve && nAvax > 0n)
    .map((wallet) => ({ wallet, nAvax }))
  return buildAtomicImport(state, context, { from: 'X', imported, first: reserve, others })
}

function importSome(state: Drafting, random: Random, context: AtomicContext): BuiltAtomic[] {
  const { facts } = state
  const ripe = importable(state, 'C', context.time).filter(
    ({ from }) => from === 'X' || facts.isActive('apricotPhase5', context.time),
  )
  if (ripe.length === 0) return []
  const { wallet, from, imported } = random.pick(ripe)
  return [buildAtomicImport(state, context, { from, imported, first: wallet, others: [] })]
}

/** Returns the declared exports from the C-chain, in the order of time. */
const declaredExports = ({ facts, setup }: PrimaryState) =>
  setup.definition.primary.exports
    .map((declared, index) => ({
      ...declared,
      name: `export ${index}`,
      pointer: `/primary/exports/${index}`,
      time: facts.secondsOf(declared.at),
    }))
    .filter(({ from }) => from === 'C')
    .sort((a, b) => a.time - b.time)

type DeclaredExport = ReturnType<typeof declaredExports>[number]

/** Builds the first declared export that is due and has not happened. */
function declaredExport(
  state: Drafting,
  declared: readonly DeclaredExport[],
  context: AtomicContext,
): BuiltAtomic[] | undefined {
  const { cast, facts, names, setup } = state
  const next = declared.find(({ time, name }) => time <= context.time && !names.get(name))
  if (!next) return undefined
  const by = cast.wallet(next.by)
  const { avax, to: destination, locktime, name, pointer } = next
  const payment = {
    to: solo(by),
    nAvax: nAvaxOf(avax),
    ...(locktime !== undefined && { locktime: facts.secondsOf(locktime) }),
  }
  return asDeclared(pointer, () => {
    const has = context.balanceOf(by.evmAddress) / weiPerNAvax
    // One AVAX is more than any fee.
    const needed = payment.nAvax + nAvaxPerAvax
    if (has < needed && context.time >= setup.now) return undefined
    if (has < needed)
      throw new Error(`${by.name} has ${has} nAVAX on the C-chain, but ${needed} are needed`)
    return [buildAtomicExport(state, context, { by, payment, destination, name })]
  })
}

function exportSomething(state: Drafting, random: Random, context: AtomicContext): BuiltAtomic[] {
  const by = someone(state, random)
  const nAvax = someAmount(random)
  const toPlatform = random.chance(0.5) && state.facts.isActive('apricotPhase5', context.time)
  // One AVAX is more than any fee.
  const needed = (nAvax + nAvaxPerAvax) * weiPerNAvax
  if (context.balanceOf(by.evmAddress) < needed) return []
  const payment = { to: solo(by), nAvax }
  const destination = toPlatform ? 'P' : 'X'
  return [buildAtomicExport(state, context, { by, payment, destination })]
}

/** Returns the EVM's view of an atomic transaction. */
export function toAtomicTransaction({ tx, gasUsed }: BuiltAtomic): AtomicTransaction {
  const { unsigned } = tx
  return {
    txId: tx.id,
    signedBytes: tx.bytes,
    gasUsed,
    imports:
      unsigned.type === 'ImportTx'
        ? unsigned.outputs.map(({ address, amount }) => ({ evmAddress: address, nAvax: amount }))
        : [],
    exports:
      unsigned.type === 'ExportTx'
        ? unsigned.inputs.map(({ address, amount, nonce }) => ({
            evmAddress: address,
            nAvax: amount,
            nonce,
          }))
        : [],
  }
}

function acceptBlock(
  state: PrimaryState,
  { number, hash, parentHash, bytes, time, transactions }: AcceptedContractBlock,
  proposers: Proposers,
  names: ReadonlyMap<string, string>,
): void {
  const { facts, sequences, store } = state
  const blockId = toHex(hash)
  store.insert('primary_block', {
    seq: sequences.C.next('primary_block'),
    network: facts.network,
    chain: 'C',
    height: number,
    block_id: blockId,
    parent_id: toHex(parentHash),
    timestamp: time,
    block_type: 'Block',
    tx_count: transactions.length,
    size_bytes: bytes.length,
    ...(number > 0 && proposers.accept({ id: hash, bytes, height: number, time })),
  })
  transactions.forEach(({ signedBytes }, position) => {
    const tx = readSigned('C', signedBytes)
    const name = names.get(keyOf(tx.id))
    acceptTransaction(
      state,
      { ...tx, ...(name !== undefined && { name }) },
      { height: number, blockId, time },
      position,
    )
  })
}

const selectFirstBlock = statement<{ network: string }, { height: number }>(`
  SELECT height FROM primary_block WHERE network = :network AND chain = 'C' AND height = 1`)
