import { evmAddressText } from '../../formats/addresses.ts'
import { toHex } from '../../formats/ids.ts'
import type { L1Validator } from './l1-validators.ts'
import { writeStakes } from './stake-rows.ts'
import type { PrimaryState, Subnet } from './state.ts'

/** Writes what is only known at the end: whatever lasts. */
export function writeEnd(state: PrimaryState): void {
  writeStakes(state)
  for (const subnet of state.subnets.values()) writeSubnet(state, subnet)
  for (const validator of state.l1Validators.all) writeL1Validator(state, validator)
  state.nodes.finish()
}

function writeSubnet({ facts, forms, writer }: PrimaryState, subnet: Subnet): void {
  const { seq, owner, conversion } = subnet
  writer.insert('subnet', {
    seq,
    network: facts.network,
    subnet_id: forms.id(subnet.id),
    created_at: subnet.createdAt,
    create_index: String(subnet.createdAtHeight),
    owner_locktime: 0,
    owner_threshold: owner.threshold,
    is_l1: conversion ? 1 : 0,
    conversion_tx_id: conversion ? forms.id(conversion.txId) : null,
    manager_blockchain_id: conversion ? forms.id(conversion.managerChainId) : null,
    manager_address: conversion ? evmAddressText(conversion.managerAddress) : null,
  })
  owner.wallets.forEach(({ address }, position) => {
    writer.insert('subnet_owner', { subnet_seq: seq, position, address: forms.address(address) })
  })
}

function writeL1Validator(state: PrimaryState, validator: L1Validator): void {
  const { facts, forms, l1Validators, platform, sequences, writer } = state
  const { validationId, subnetId, node, balanceOwner, deactivationOwner } = validator
  const seq = sequences.P.next('l1_validator')
  const key = { network: facts.network, validation_id: forms.id(validationId) }
  writer.insert('l1_validator', {
    seq,
    ...key,
    validation_id_hex: toHex(validationId),
    node_id: forms.node(node.nodeId),
    subnet_id: forms.id(subnetId),
    weight: validator.weight,
    remaining_balance: l1Validators.balance(validator, platform.time),
    created_at: validator.createdAt,
    is_active: validator.paidUntil === undefined ? 0 : 1,
    bls_public_key: toHex(node.bls.publicKey),
    bls_proof_of_possession: toHex(node.bls.proofOfPossession),
    balance_owner_threshold: balanceOwner.threshold,
    deactivation_owner_threshold: deactivationOwner.threshold,
  })
  const owners = { balance: balanceOwner, deactivation: deactivationOwner }
  for (const [role, { addresses }] of Object.entries(owners))
    addresses.forEach((address, position) => {
      writer.insert('l1_validator_owner', {
        l1_validator_seq: seq,
        role,
        position,
        address: forms.address(address),
      })
    })
  for (const { height, weight, isActive } of validator.history)
    writer.insert('l1_validator_weight', {
      ...key,
      subnet_id: forms.id(subnetId),
      from_height: height,
      weight,
      is_active: isActive ? 1 : 0,
    })
}
