import { evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import {
  atomicUtxos,
  type EmittedUtxo,
  exchangeUtxos,
  platformUtxos,
  utxoId,
} from '../../formats/utxos.ts'
import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import type { Row } from '../../store/world-store.ts'
import type { Outcome } from './effect.ts'
import { applyEffect } from './effects.ts'
import { type IdText, keyOf } from './id-text.ts'
import type { L1ValidatorEntry } from './l1/l1-validators.ts'
import { inputsOf, type Placement, type SignedTransaction } from './signed.ts'
import { startOf } from './staking/stake-effects.ts'
import type { PrimaryState } from './state.ts'
import type { HeldUtxo, MadeUtxo } from './utxos/held-utxo.ts'

/** A transaction with its outcome. */
interface Accepted {
  readonly tx: SignedTransaction
  readonly at: Placement
  readonly outcome: Outcome
  /** Spent outputs in the order of the inputs. */
  readonly spent: readonly HeldUtxo[]
  readonly made: readonly HeldUtxo[]
}

/** Accepts a transaction: spends and makes outputs, changes the state, writes the rows. */
export function acceptTransaction(
  state: PrimaryState,
  tx: SignedTransaction,
  block: Omit<Placement, 'seq'>,
  position: number,
): void {
  const { facts, ids, names, sequences, store, utxos } = state
  const { chain, unsigned } = tx
  const { height, blockId, time } = block
  const seq = sequences[chain].next('primary_transaction')
  const at: Placement = { seq, height, blockId, time }
  const txId = ids.id(tx.id)
  const spent = inputsOf(tx).map((input) => utxos.get(utxoId(input.txId, input.outputIndex)))
  const outcome = applyEffect(state, tx, at)
  const row: Row = {
    seq: at.seq,
    network: facts.network,
    chain,
    tx_id: txId,
    tx_type: unsigned.type,
    timestamp: at.time,
    block_number: String(at.height),
    block_id: at.blockId,
    position,
    bytes: tx.bytes,
  }
  if ('memo' in unsigned) row.memo = toHex(unsigned.memo)
  store.insert('primary_transaction', Object.assign(row, outcome.columns))
  spent.forEach((utxo, index) => {
    utxos.spend(utxo, { seq, height, blockId, time, txId, position: index })
  })
  const createdBlock = String(at.height)
  const made = [...outputsOf(state, tx, at), ...(outcome.made ?? [])].map((utxo) =>
    utxos.add(utxo, {
      seq: sequences[chain].next('utxo'),
      id: utxoId(utxo.txId, utxo.outputIndex),
      emittedBy: at.seq,
      createdBlock,
      createdAt: at.time,
    }),
  )
  const accepted = { tx, at, outcome, spent, made }
  writeAddresses(state, accepted)
  writeAmounts(state, accepted)
  writeActivity(state, accepted)
  writeAssets(state, accepted)
  outcome.l1Validators?.forEach((entry, index) => {
    store.insert('transaction_l1_validator', {
      tx_seq: at.seq,
      position: index,
      ...l1ValidatorColumns(ids, entry),
    })
  })
  if (tx.name !== undefined) names.set(tx.name, txId)
}

/** Returns the outputs in a transaction's bytes, with the chain that may spend them. */
function outputsOf(
  { facts }: PrimaryState,
  tx: SignedTransaction,
  { time }: Placement,
): MadeUtxo[] {
  const { unsigned } = tx
  const destination =
    'destinationChain' in unsigned
      ? chainWithId(facts.chainIds, unsigned.destinationChain)
      : tx.chain
  const stake =
    'stake' in unsigned
      ? { start: startOf(unsigned.validator, time), end: Number(unsigned.validator.end) }
      : undefined
  return emittedBy(tx).map(({ source, txId, outputIndex, assetId, output }) => ({
    txId,
    outputIndex,
    assetId,
    output,
    createdOn: tx.chain,
    consumedOn: source === 'exportedOutputs' ? destination : tx.chain,
    stake: source === 'stake' ? stake : undefined,
  }))
}

function emittedBy(tx: SignedTransaction): EmittedUtxo[] {
  if (tx.chain === 'P') return platformUtxos(tx)
  return tx.chain === 'X' ? exchangeUtxos(tx) : atomicUtxos(tx)
}

function chainWithId(
  chainIds: Readonly<Record<PrimaryChain, Uint8Array>>,
  id: Uint8Array,
): PrimaryChain {
  for (const chain of primaryChains) if (compareBytes(chainIds[chain], id) === 0) return chain
  throw new Error(`internal error: ${keyOf(id)} is not a chain of the primary network`)
}

/** Returns the nAVAX that an atomic transaction of the C-chain takes from or gives to accounts. */
function accountsOf({ chain, unsigned: tx }: SignedTransaction) {
  if (chain !== 'C') return []
  return tx.type === 'ImportTx'
    ? tx.outputs.map((output) => ({ direction: 'output' as const, ...output }))
    : tx.inputs.map((input) => ({ direction: 'input' as const, ...input }))
}

function writeAddresses({ ids, store }: PrimaryState, { at, outcome }: Accepted): void {
  const roles = [
    ['reward', outcome.rewardAddresses],
    ['owner', outcome.ownerAddresses],
    ['stake reward', outcome.separateRewards?.stake],
    ['fee reward', outcome.separateRewards?.fees],
  ] as const
  for (const [role, addresses] of roles)
    addresses?.forEach((address, position) => {
      store.insert('transaction_address', {
        tx_seq: at.seq,
        role,
        position,
        address: ids.address(address),
      })
    })
}

/**
 * Writes sums per asset, G-77. Minting makes `value` larger than the consumed amount; then nothing
 * burns.
 */
function writeAmounts(
  { facts, ids, store }: PrimaryState,
  { tx, at, outcome, spent, made }: Accepted,
): void {
  const avax = ids.id(facts.avaxId)
  const consumed = sumsOf(spent)
  const value = sumsOf(made)
  const staked = sumsOf(made.filter(({ stake }) => stake))
  for (const { direction, assetId, amount } of accountsOf(tx))
    addTo(direction === 'input' ? consumed : value, ids.id(assetId), amount)
  if (outcome.l1Returned) addTo(consumed, avax, outcome.l1Returned)
  const l1Balance = new Map<string, bigint>()
  if (outcome.l1Balance) addTo(l1Balance, avax, outcome.l1Balance)
  const burned = new Map<string, bigint>()
  for (const [asset, amount] of consumed)
    burned.set(asset, amount - (value.get(asset) ?? 0n) - (l1Balance.get(asset) ?? 0n))

  const write = (kind: string, sums: ReadonlyMap<string, bigint>) => {
    let position = 0
    for (const [asset, amount] of sums)
      if (amount > 0n)
        store.insert('transaction_amount', {
          tx_seq: at.seq,
          kind,
          position: position++,
          network: facts.network,
          asset_id: asset,
          amount,
        })
  }
  write('value', value)
  write('burned', burned)
  write('staked', staked)
  write('l1_balance', l1Balance)
}

/** Returns sums by asset, in the order of first occurrence. */
function sumsOf(utxos: readonly HeldUtxo[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { asset, amount } of utxos) addTo(sums, asset, amount)
  return sums
}

function addTo(sums: Map<string, bigint>, asset: string, amount: bigint): void {
  sums.set(asset, (sums.get(asset) ?? 0n) + amount)
}

/**
 * Writes activity of all owners of consumed or emitted outputs, and of the accounts on the EVM
 * side.
 */
function writeActivity(
  { facts, ids, store }: PrimaryState,
  { tx, at, outcome, spent, made }: Accepted,
): void {
  const accounts = accountsOf(tx)
  const everybody = new Set<string>()
  for (const { addresses } of spent) for (const address of addresses) everybody.add(address)
  for (const { addresses } of made) for (const address of addresses) everybody.add(address)
  for (const address of outcome.rewardAddresses ?? []) everybody.add(ids.address(address))
  for (const { address } of accounts) everybody.add(toHex(address))
  for (const address of everybody)
    store.insert('address_transaction', {
      network: facts.network,
      chain: tx.chain,
      address,
      tx_seq: at.seq,
      tx_type: tx.unsigned.type,
      timestamp: at.time,
    })
  accounts.forEach(({ direction, address, assetId, amount }, position) => {
    store.insert('atomic_evm_transfer', {
      tx_seq: at.seq,
      position,
      direction,
      evm_address: evmAddressText(address),
      network: facts.network,
      asset_id: ids.id(assetId),
      amount,
    })
  })
}

/** Writes the assets of the outputs that a transaction of the X-chain spends or makes. */
function writeAssets({ facts, store }: PrimaryState, { tx, at, spent, made }: Accepted): void {
  if (tx.chain !== 'X') return
  const assetIds = [...spent, ...made].map(({ asset }) => asset)
  for (const assetId of new Set(assetIds))
    store.insert('asset_transaction', {
      network: facts.network,
      asset_id: assetId,
      tx_seq: at.seq,
      tx_type: tx.unsigned.type,
    })
}

const l1ValidatorColumns = (ids: IdText, entry: L1ValidatorEntry): Row => ({
  validation_id: ids.id(entry.validationId),
  validation_id_hex: toHex(entry.validationId),
  node_id: ids.node(entry.nodeId),
  subnet_id: ids.id(entry.subnetId),
  weight: entry.weight,
  remaining_balance: entry.balance,
  balance_change: entry.change ?? null,
  bls_public_key: toHex(entry.blsPublicKey),
  bls_proof_of_possession: toHex(entry.proofOfPossession),
})
