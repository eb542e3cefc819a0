import { asDeclared } from '../../definition/definition-error.ts'
import { toHex } from '../../formats/ids.ts'
import type {
  AcceptedContractBlock,
  AtomicContext,
  AtomicTransaction,
  PrimarySide,
} from '../atomic-seam.ts'
import type { Random } from '../random.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { importable, someAmount, someone } from './actors.ts'
import { type BuiltAtomic, buildAtomicExport, buildAtomicImport } from './atomic-builder.ts'
import type { ProposerSource } from './exchange-chain.ts'
import { keyOf } from './forms.ts'
import { nAvaxOf } from './l1-conversion.ts'
import { solo } from './parties.ts'
import { Proposers } from './proposers.ts'
import type { PrimaryState } from './state.ts'
import { acceptTransaction } from './transaction-rows.ts'

const weiPerNAvax = 1_000_000_000n

/** The C-chain as the primary networks see it: atomic transactions, outer blocks, ids of L1s. */
export function createContractSide(state: PrimaryState, source: ProposerSource): PrimarySide {
  const { facts, platform, setup, subnets } = state
  const stream = (kind: string) => setup.streams.stream(`${facts.network} C ${kind}`)
  const imports = stream('imports')
  const exports = stream('exports')
  /** Built and not accepted yet. */
  const waiting = new Map<string, AcceptableTransaction>()
  const declared = declaredExports(state)
  const exportSome = (context: AtomicContext) => exportSomething(state, exports, context)
  let isFunded = false
  let proposers: Proposers | undefined

  const build = (context: AtomicContext): BuiltAtomic[] => {
    if (!isFunded) {
      isFunded = true
      return [asDeclared('/primary/funds/contract', () => fundCast(state, context))]
    }
    // One export a block: the nonce of the account is only known for the first one.
    const exported = declared(context) ?? (exports.chance(0.06) ? exportSome(context) : [])
    if (exported.length > 0 && !facts.isActive('apricotPhase5', context.time)) return exported
    return imports.chance(0.2) ? [...importSome(state, imports, context), ...exported] : exported
  }

  return {
    atomicTransactions: (context) =>
      build(context).map((built) => {
        waiting.set(keyOf(built.tx.id), built.tx)
        return toAtomicTransaction(built)
      }),
    contractBlockAccepted(block) {
      proposers ??= new Proposers({ ...source, chain: 'C', genesisId: block.hash })
      acceptBlock(state, block, block.number === 0 ? undefined : proposers, waiting)
    },
    chainOf(evmChainId) {
      for (const { id, chains } of subnets.values())
        for (const { id: blockchainId, evmChainId: declared, createdAt } of chains.values())
          if (declared === evmChainId) return { blockchainId, subnetId: id, createdAt }
      throw new Error(`no subnet has created a chain with the EVM chain id ${evmChainId} yet`)
    },
    platformHeight: () => platform.height,
  }
}

/** The first ImportTx: the reserve's export, shared out among all. */
function fundCast(state: PrimaryState, context: AtomicContext): BuiltAtomic {
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
    .filter((wallet) => wallet !== reserve)
    .map((wallet) => ({ wallet, nAvax }))
  return buildAtomicImport(state, context, { from: 'X', imported, first: reserve, others })
}

function importSome(state: PrimaryState, random: Random, context: AtomicContext): BuiltAtomic[] {
  const { facts } = state
  const ripe = importable(state, 'C', context.time).filter(
    ({ from }) => from === 'X' || facts.isActive('apricotPhase5', context.time),
  )
  if (ripe.length === 0) return []
  const { wallet, from, imported } = random.pick(ripe)
  return [buildAtomicImport(state, context, { from, imported, first: wallet, others: [] })]
}

/** Gives the declared exports one by one, each in the first block from its time on. */
function declaredExports(
  state: PrimaryState,
): (context: AtomicContext) => BuiltAtomic[] | undefined {
  const { cast, facts, setup } = state
  const due = setup.definition.primary.exports
    .map((declared, index) => ({
      ...declared,
      pointer: `/primary/exports/${index}`,
      time: facts.secondsOf(declared.at),
    }))
    .filter(({ from }) => from === 'C')
    .sort((a, b) => a.time - b.time)
  return (context) => {
    const [next] = due
    if (!next || next.time > context.time) return undefined
    due.shift()
    const by = cast.wallet(next.by)
    const { avax, to: destination, locktime } = next
    const payment = {
      to: solo(by),
      nAvax: nAvaxOf(avax),
      ...(locktime !== undefined && { locktime: facts.secondsOf(locktime) }),
    }
    return asDeclared(next.pointer, () => {
      const has = context.balanceOf(by.evmAddress) / weiPerNAvax
      // One AVAX is more than any fee.
      const needed = payment.nAvax + 1_000_000_000n
      if (has < needed) throw new Error(`${by.name} has ${has} of ${needed} nAVAX on the C-chain`)
      return [buildAtomicExport(state, context, { by, payment, destination })]
    })
  }
}

function exportSomething(
  state: PrimaryState,
  random: Random,
  context: AtomicContext,
): BuiltAtomic[] {
  const by = someone(state, random)
  const nAvax = someAmount(random)
  const toPlatform = random.chance(0.5) && state.facts.isActive('apricotPhase5', context.time)
  // One AVAX is more than any fee.
  const needed = (nAvax + 1_000_000_000n) * weiPerNAvax
  if (context.balanceOf(by.evmAddress) < needed) return []
  const payment = { to: solo(by), nAvax }
  const destination = toPlatform ? 'P' : 'X'
  return [buildAtomicExport(state, context, { by, payment, destination })]
}

function toAtomicTransaction({ tx, gasUsed, nonces }: BuiltAtomic): AtomicTransaction {
  const sides = (direction: 'input' | 'output') =>
    (tx.evm ?? []).filter((side) => side.direction === direction)
  return {
    txId: tx.id,
    signedBytes: tx.bytes,
    gasUsed,
    imports: sides('output').map(({ evmAddress, nAvax }) => ({ evmAddress, nAvax })),
    exports: sides('input').map(({ evmAddress, nAvax }, index) => ({
      evmAddress,
      nAvax,
      nonce: nonces[index] ?? 0n,
    })),
  }
}

function acceptBlock(
  state: PrimaryState,
  block: AcceptedContractBlock,
  proposers: Proposers | undefined,
  waiting: Map<string, AcceptableTransaction>,
): void {
  const { facts, sequences, writer } = state
  const { number, hash, parentHash, bytes, time, transactions } = block
  const blockId = toHex(hash)
  writer.insert('primary_block', {
    seq: sequences.next('primary_block'),
    network: facts.network,
    chain: 'C',
    height: number,
    block_id: blockId,
    parent_id: toHex(parentHash),
    timestamp: time,
    block_type: 'Block',
    tx_count: transactions.length,
    size_bytes: bytes.length,
    ...proposers?.accept({ id: hash, bytes, time }),
  })
  transactions.forEach(({ txId }, position) => {
    const tx = waiting.get(keyOf(txId))
    if (!tx) throw new Error(`a block holds the unknown atomic transaction ${keyOf(txId)}`)
    waiting.delete(keyOf(txId))
    acceptTransaction(state, tx, { height: number, blockId, time }, position)
  })
}
