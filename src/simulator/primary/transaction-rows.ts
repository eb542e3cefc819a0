import { evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'
import { utxoId } from '../../formats/utxos.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { Row, WorldStore } from '../../store/world-store.ts'
import type { Sequences } from '../sequences.ts'
import type { AcceptableTransaction, L1ValidatorEntry, Placement } from './acceptable.ts'
import type { NetworkFacts } from './facts.ts'
import { type Forms, keyOf } from './forms.ts'
import { amountOf, type HeldUtxo, ownersOfOutput, type UtxoSet } from './utxo-set.ts'

/** Where rows of transactions go and what their texts are. */
export interface RowSetup {
  readonly facts: NetworkFacts
  readonly forms: Forms
  readonly sequences: Readonly<Record<PrimaryChain, Sequences>>
  readonly writer: WorldStore
  readonly utxos: UtxoSet
}

/** Accepts a transaction: spends and makes outputs, writes the rows, changes the state. */
export function acceptTransaction(
  setup: RowSetup,
  tx: AcceptableTransaction,
  block: Omit<Placement, 'seq'>,
  position: number,
): void {
  const { facts, forms, sequences, writer, utxos } = setup
  const { network } = facts
  const at: Placement = { ...block, seq: sequences[tx.chain].next('primary_transaction') }
  const txId = forms.id(tx.id)
  tx.spent.forEach((utxo, index) => {
    utxos.spend(utxo, { ...at, txId, position: index })
  })
  const made = tx.made.map((utxo): HeldUtxo => {
    const held: HeldUtxo = {
      ...utxo,
      seq: sequences[tx.chain].next('utxo'),
      id: utxoId(utxo.txId, utxo.outputIndex),
      emittedBy: at.seq,
      createdBlock: String(at.height),
      createdAt: at.time,
    }
    utxos.add(held)
    return held
  })
  const row: Row = {
    seq: at.seq,
    network,
    chain: tx.chain,
    tx_id: txId,
    tx_type: tx.type,
    timestamp: at.time,
    block_number: String(at.height),
    block_id: at.blockId,
    position,
    ...tx.columns,
    bytes: tx.bytes,
  }
  writeAddresses(setup, tx, at.seq)
  writeAmounts(setup, tx, at.seq)
  writeActivity(setup, tx, made, at)
  const entries = tx.onAccepted?.(at) ?? []
  for (const [index, entry] of entries.entries())
    writer.insert('transaction_l1_validator', {
      tx_seq: at.seq,
      position: index,
      ...l1ValidatorColumns(forms, entry),
    })
  if (tx.keepRow) tx.keepRow(row)
  else writer.insert('primary_transaction', row)
}

function writeAddresses({ forms, writer }: RowSetup, tx: AcceptableTransaction, seq: number) {
  const roles = [
    ['reward', tx.rewardAddresses],
    ['owner', tx.ownerAddresses],
  ] as const
  for (const [role, addresses] of roles)
    addresses?.forEach((address, position) => {
      writer.insert('transaction_address', {
        tx_seq: seq,
        role,
        position,
        address: forms.address(address),
      })
    })
}

/** Sums per asset, G-77. What is minted makes `value` larger than what was consumed; nothing burns then. */
function writeAmounts({ facts, forms, writer }: RowSetup, tx: AcceptableTransaction, seq: number) {
  const value = new Map<string, bigint>()
  const staked = new Map<string, bigint>()
  const consumed = new Map<string, bigint>()
  const assets = new Map<string, Uint8Array>()
  const add = (sums: Map<string, bigint>, assetId: Uint8Array, amount: bigint) => {
    const key = keyOf(assetId)
    assets.set(key, assetId)
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  for (const { assetId, output } of tx.spent) add(consumed, assetId, amountOf(output))
  for (const { assetId, output, stake } of tx.made) {
    add(value, assetId, amountOf(output))
    if (stake) add(staked, assetId, amountOf(output))
  }
  for (const { direction, nAvax } of tx.evm ?? [])
    add(direction === 'input' ? consumed : value, facts.avaxId, nAvax)
  if (tx.l1Returned) add(consumed, facts.avaxId, tx.l1Returned)

  const l1Balance = new Map<string, bigint>()
  if (tx.l1Balance) add(l1Balance, facts.avaxId, tx.l1Balance)
  const burned = new Map(
    [...consumed].map(([key, amount]) => [
      key,
      amount - (value.get(key) ?? 0n) - (l1Balance.get(key) ?? 0n),
    ]),
  )
  for (const [kind, sums] of Object.entries({ value, burned, staked, l1_balance: l1Balance })) {
    let position = 0
    for (const [key, amount] of sums) {
      const assetId = assets.get(key)
      if (!assetId || amount <= 0n) continue
      writer.insert('transaction_amount', {
        tx_seq: seq,
        kind,
        position: position++,
        network: facts.network,
        asset_id: forms.id(assetId),
        amount,
      })
    }
  }
}

/** Everybody among the owners of consumed or emitted outputs, and the accounts of the EVM side. */
function writeActivity(
  { facts, forms, writer }: RowSetup,
  tx: AcceptableTransaction,
  made: readonly HeldUtxo[],
  at: Placement,
): void {
  const outputs = [...tx.spent, ...made].map(({ output }) => ownersOfOutput(output))
  const everybody = new Set([
    ...outputs.flatMap(({ addresses }) => addresses.map(forms.address)),
    ...(tx.rewardAddresses ?? []).map(forms.address),
    ...(tx.evm ?? []).map(({ evmAddress }) => toHex(evmAddress)),
  ])
  for (const address of everybody)
    writer.insert('address_transaction', {
      network: facts.network,
      chain: tx.chain,
      address,
      tx_seq: at.seq,
      tx_type: tx.type,
      timestamp: at.time,
    })
  tx.evm?.forEach(({ direction, evmAddress, nAvax }, position) => {
    writer.insert('atomic_evm_transfer', {
      tx_seq: at.seq,
      position,
      direction,
      evm_address: evmAddressText(evmAddress),
      network: facts.network,
      asset_id: forms.id(facts.avaxId),
      amount: nAvax,
    })
  })
}

function l1ValidatorColumns(forms: Forms, entry: L1ValidatorEntry): Row {
  return {
    validation_id: forms.id(entry.validationId),
    validation_id_hex: toHex(entry.validationId),
    node_id: forms.node(entry.nodeId),
    subnet_id: forms.id(entry.subnetId),
    weight: entry.weight,
    remaining_balance: entry.balance,
    balance_change: entry.change ?? null,
    bls_public_key: toHex(entry.blsPublicKey),
    bls_proof_of_possession: toHex(entry.proofOfPossession),
  }
}
