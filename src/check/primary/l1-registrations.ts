import { encode } from '../../formats/codec.ts'
import { conversionValidationId, registrationValidationId } from '../../formats/ids.ts'
import { L1Message, l1MessageIn } from '../../formats/l1-messages.ts'
import type { PChainOwner } from '../../formats/p-chain-transactions.ts'
import { unsignedBytesOf } from '../../formats/warp.ts'
import type { Network } from '../../networks/network.ts'
import { perWorld, readable } from '../per-world.ts'
import { idText } from '../texts.ts'
import { keyOf, type Transaction, transactions } from './primary-transactions.ts'

/** An L1 validator as described by the transaction that made it; ids and keys are bytes. */
export interface Registration {
  readonly transaction: Transaction
  readonly validationId: Uint8Array
  readonly subnetId: Uint8Array
  readonly nodeId: Uint8Array
  readonly blsPublicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
  readonly weight: bigint
  /** nAVAX. */
  readonly balance: bigint
  readonly balanceOwner: PChainOwner
  readonly deactivationOwner: PChainOwner
}

/** Returns all L1 validators that ever existed, by network and validation id. */
export const registrations = perWorld((world): ReadonlyMap<string, Registration> => {
  const found = readable(transactions(world), registrationsIn)
  return new Map(
    found.map((each) => [validationKey(each.transaction.network, each.validationId), each]),
  )
})

export const validationKey = (network: Network, validationId: Uint8Array): string =>
  keyOf(network, 'P', idText(validationId))

/** Returns the L1 validators that a transaction makes, in its order. */
export function registrationsIn(transaction: Transaction): Registration[] {
  const { chain, unsigned: tx } = transaction.content
  if (chain !== 'P') return []
  if (tx.type === 'ConvertSubnetToL1Tx')
    return tx.validators.map(({ signer, remainingBalanceOwner, ...validator }, index) => ({
      ...validator,
      transaction,
      validationId: conversionValidationId(tx.subnetId, index),
      subnetId: tx.subnetId,
      blsPublicKey: signer.publicKey,
      proofOfPossession: signer.proof,
      balanceOwner: remainingBalanceOwner,
    }))
  if (tx.type !== 'RegisterL1ValidatorTx') return []
  const requested = l1MessageIn(unsignedBytesOf(tx.message))
  if (requested.type !== 'RegisterL1Validator') return []
  const { remainingBalanceOwner, disableOwner, ...validator } = requested
  return [
    {
      ...validator,
      transaction,
      validationId: registrationValidationId(encode(L1Message, requested)),
      proofOfPossession: tx.proofOfPossession,
      balance: tx.balance,
      balanceOwner: remainingBalanceOwner,
      deactivationOwner: disableOwner,
    },
  ]
}
