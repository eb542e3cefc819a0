import { verifyProofOfPossession } from '../../formats/bls.ts'
import { decode, encode } from '../../formats/codec.ts'
import { encodeCb58, parseId, registrationValidationId, toHex } from '../../formats/ids.ts'
import { L1Message } from '../../formats/l1-messages.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { PlatformTransaction } from '../../formats/p-chain-transactions.ts'
import { SignedWarpMessage, WarpPayload } from '../../formats/warp.ts'
import { warpRefusal } from '../../formats/warp-signatures.ts'
import { statement } from '../../store/statement.ts'
import { daySeconds } from '../../time/time-units.ts'
import { nonceRefusal, weightsRefusal } from '../primary/l1/l1-bounds.ts'
import type { L1Validator } from '../primary/l1/l1-validators.ts'
import { warpSigners } from '../primary/l1/warp-signers.ts'
import type { Drafting } from '../primary/state.ts'
import { isAccepted } from './accepted.ts'
import { verifyNoMemo } from './base.ts'
import { isAscending, verifyIndices, verifyOwners } from './owners.ts'
import { inContext, refuse } from './refuse.ts'
import { verifyAuthorization, verifyPermissionedSubnet } from './subnets.ts'
import { isPrimary, type Of, type Verify, verifyBase, verifySpending } from './verification.ts'

// L1s (ACP-77; avalanchego vms/platformvm/txs/executor/standard_tx_executor.go).

/** Percent of the weight that has to sign a message to the P-chain. */
const quorum = 67

/** Maximum number of validators with a balance (ACP-77). */
const maxActive = 20_000

/** Checks the conversion of a subnet to an L1. */
export const verifyConversion: Verify<Of<'ConvertSubnetToL1Tx'>> = (of) => {
  const { state, tx } = of
  const { validators } = tx
  if (isPrimary(tx.subnetId)) refuse('cannot convert a permissionless subnet')
  if (tx.managerAddress.length > 4096) refuse('address is too long')
  if (validators.length === 0) refuse('conversion must include at least one validator')
  if (!isAscending(validators, (a, b) => compareBytes(a.nodeId, b.nodeId)))
    refuse('conversion validators must be sorted and unique')
  verifyBase(of)
  for (const { nodeId, weight, signer, remainingBalanceOwner, deactivationOwner } of validators) {
    if (weight === 0n) refuse('validator weight must be non-zero')
    verifyNodeId(nodeId)
    verifyProof(signer.proof, signer.publicKey)
    verifyOwners(remainingBalanceOwner)
    verifyOwners(deactivationOwner)
  }
  verifyIndices(tx.authorization.signatureIndices)
  verifyNoMemo(tx)
  const credentials = verifyPermissionedSubnet(of, tx.subnetId)
  // The node takes addresses of any length; this server knows contracts of EVM chains alone.
  if (tx.managerAddress.length !== 20)
    refuse('the manager of an L1 must be a contract of an EVM chain, with an address of 20 bytes')
  refuseWith(weightsRefusal(validators.map(({ weight }) => weight)))
  verifyRoom(state, validators.filter(({ balance }) => balance > 0n).length)
  const nAvax = validators.reduce((sum, { balance }) => sum + balance, 0n)
  return verifySpending({ ...of, credentials }, { nAvax })
}

/** Checks the registration of a validator that the L1's manager asks for. */
export const verifyRegistration: Verify<Of<'RegisterL1ValidatorTx'>> = (of) => {
  const { state, tx, time } = of
  verifyBase(of)
  verifyNoMemo(tx)
  const spent = verifySpending(of, { nAvax: tx.balance })
  const { source, content } = managerCall(tx.message)
  if (content.type !== 'RegisterL1Validator')
    return refuse('couldn\'t unmarshal interface: "*message.RegisterL1Validator" expected')
  if (isPrimary(content.subnetId)) refuse('invalid subnetID')
  if (content.weight === 0n) refuse('invalid weight')
  verifyNodeId(content.nodeId)
  verifyOwners(content.remainingBalanceOwner)
  verifyOwners(content.disableOwner)
  verifySource(state, content.subnetId, source)
  const { expiry } = content
  if (expiry <= BigInt(time))
    refuse(`warp message expired at ${expiry} and it is currently ${time}`)
  if (expiry - BigInt(time) > BigInt(daySeconds))
    refuse(
      `warp message not yet allowed because time is ${expiry - BigInt(time)} seconds in the future but the limit is ${daySeconds}`,
    )
  const validationId = encodeCb58(registrationValidationId(encode(L1Message, content)))
  if (state.l1Validators.byId(validationId))
    refuse(`warp message already issued for validationID ${validationId}`)
  verifyProof(tx.proofOfPossession, content.blsPublicKey)
  const node = toHex(content.nodeId)
  const others = state.l1Validators.of(content.subnetId)
  if (others.some(({ nodeId }) => toHex(nodeId) === node))
    refuse('L1 validator contains duplicate subnetID + nodeID pair')
  refuseWith(weightsRefusal([content.weight, ...others.map(({ weight }) => weight)]))
  verifyRoom(state, tx.balance > 0n ? 1 : 0)
  return spent
}

/** Checks a new weight that the L1's manager asks for. */
export const verifyWeight: Verify<Of<'SetL1ValidatorWeightTx'>> = (of) => {
  const { state, tx } = of
  verifyBase(of)
  verifyNoMemo(tx)
  const spent = verifySpending(of)
  const { source, content } = managerCall(tx.message)
  if (content.type !== 'L1ValidatorWeight')
    return refuse('couldn\'t unmarshal interface: "*message.L1ValidatorWeight" expected')
  const { validationId, nonce, weight } = content
  if (nonce === 2n ** 64n - 1n && weight !== 0n) refuse('nonce is reserved for removal')
  const validator = validatorOf(state, validationId, 'could not load L1 validator: not found')
  if (nonce < validator.minNonce)
    refuse(`warp message contains stale nonce ${nonce} must be at least ${validator.minNonce}`)
  verifySource(state, validator.subnetId, source)
  const others = state.l1Validators
    .of(validator.subnetId)
    .filter(({ seq }) => seq !== validator.seq)
  if (weight === 0n && others.length === 0)
    refuse('attempting to remove the last L1 validator from a converted subnet')
  // A removal may have any nonce: no other one follows it.
  if (weight > 0n) {
    refuseWith(nonceRefusal(nonce))
    refuseWith(weightsRefusal([weight, ...others.map((other) => other.weight)]))
  }
  return spent
}

/** Checks an increase of a balance. */
export const verifyIncrease: Verify<Of<'IncreaseL1ValidatorBalanceTx'>> = (of) => {
  const { state, tx } = of
  if (tx.balance === 0n) refuse('balance must be greater than 0')
  verifyBase(of)
  verifyNoMemo(tx)
  const spent = verifySpending(of, { nAvax: tx.balance })
  const validator = validatorOf(state, tx.validationId, 'not found')
  verifyRoom(state, validator.paidUntil === undefined ? 1 : 0)
  return spent
}

/** Checks that the owner disables a validator. */
export const verifyDisabling: Verify<Of<'DisableL1ValidatorTx'>> = (of) => {
  const { state, tx } = of
  verifyBase(of)
  verifyIndices(tx.authorization.signatureIndices)
  verifyNoMemo(tx)
  const text = 'could not load L1 validator: not found'
  const { deactivationOwner } = validatorOf(state, tx.validationId, text)
  const credentials = verifyAuthorization(of, () => ({ ...deactivationOwner, locktime: 0n }))
  return verifySpending({ ...of, credentials })
}

/** Refuses what this server cannot hold though the node does. */
function refuseWith(text: string | undefined): void {
  if (text !== undefined) refuse(text)
}

function validatorOf(
  { ids, l1Validators }: Drafting,
  validationId: Uint8Array,
  text: string,
): L1Validator {
  const found = l1Validators.byId(ids.id(validationId))
  // A removed validator has no weight.
  return found && found.weight > 0n ? found : refuse(text)
}

function verifyNodeId(nodeId: Uint8Array): void {
  if (nodeId.length !== 20)
    refuse(`invalid hash length: expected 20 bytes but got ${nodeId.length}`)
  if (nodeId.every((byte) => byte === 0)) refuse('validator nodeID cannot be empty')
}

/** Checks the proof that the node has the secret of its key; the world may not know it. G-249 */
function verifyProof(proof: Uint8Array, publicKey: Uint8Array): void {
  if (!verifyProofOfPossession(proof, publicKey)) refuse('invalid proof of possession')
}

function verifyRoom({ l1Validators }: Drafting, more: number): void {
  if (more > 0 && l1Validators.active().length + more > maxActive)
    refuse('already at the max number of active validators')
}

/**
 * Checks that a quorum signed the message of a transaction, if it brings one. The node does so
 * before it executes the transaction.
 */
export function verifyMessage(state: Drafting, tx: PlatformTransaction): void {
  if (!('message' in tx)) return
  inContext('failed verifying warp messages', () => {
    const { networkId, sourceChainId } = decode(SignedWarpMessage, tx.message)
    const subnetId = subnetOfChain(state, encodeCb58(sourceChainId))
    if (networkId !== state.facts.networkId) refuse('wrong networkID')
    const refusal = warpRefusal(tx.message, warpSigners(state, parseId(subnetId)), quorum)
    if (refusal !== undefined) refuse(refusal)
  })
}

/** Returns the subnet of a chain. */
function subnetOfChain({ facts, store }: Drafting, blockchainId: string): string {
  const { network } = facts
  const chain = store.get(selectChain, { network, blockchainId })
  if (chain) return chain.subnet_id
  if (isAccepted({ facts, store }, 'P', blockchainId))
    return refuse(`"${blockchainId}" is not a blockchain`)
  return refuse(`problem retrieving blockchain "${blockchainId}": not found`)
}

interface Source {
  readonly chainId: Uint8Array
  readonly address: Uint8Array
}

function managerCall(message: Uint8Array): { source: Source; content: L1Message } {
  const { sourceChainId, payload } = decode(SignedWarpMessage, message)
  const call = decode(WarpPayload, payload)
  if (call.type !== 'AddressedCall') return refuse('wrong payload type')
  return {
    source: { chainId: sourceChainId, address: call.sourceAddress },
    content: decode(L1Message, call.payload),
  }
}

function verifySource(
  { ids, subnets }: Drafting,
  subnetId: Uint8Array,
  { chainId, address }: Source,
): void {
  const manager = subnets.find(ids.id(subnetId))?.manager
  if (!manager) refuse('could not load subnet conversion: not found')
  if (compareBytes(chainId, manager.managerChainId) !== 0)
    refuse(
      `wrong warp message source chain ID expected ${encodeCb58(manager.managerChainId)} but had ${encodeCb58(chainId)}`,
    )
  if (compareBytes(address, manager.managerAddress) !== 0)
    refuse(
      `wrong warp message source address expected ${toHex(manager.managerAddress)} but got ${toHex(address)}`,
    )
}

const selectChain = statement<{ network: string; blockchainId: string }, { subnet_id: string }>(`
  SELECT subnet_id FROM blockchain WHERE network = :network AND blockchain_id = :blockchainId`)
