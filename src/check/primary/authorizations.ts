import { perWorld } from '../per-world.ts'
import { idText } from '../texts.ts'
import { registrations, validationKey } from './l1-registrations.ts'
import { keyOf, transactions } from './primary-transactions.ts'

/** Required signers: `threshold` of the addresses (20 bytes). */
export interface Owner {
  readonly threshold: number
  readonly addresses: readonly Uint8Array[]
}

/** Owner whose members a transaction names as its authorization. */
interface Authorization {
  /** Owner; undefined when the subnet or validator does not exist. */
  readonly owner: Owner | undefined
  readonly signatureIndices: readonly number[]
}

/** Returns the authorizations of transactions, by their `seq`: the owner at their time. */
export const authorizations = perWorld((world): ReadonlyMap<number, Authorization> => {
  const owners = new Map<string, Owner>()
  const demanded = new Map<number, Authorization>()
  for (const { seq, network, tx_id, content } of transactions(world)) {
    if (content.chain !== 'P') continue
    const tx = content.unsigned
    if ('authorization' in tx)
      demanded.set(seq, {
        ...tx.authorization,
        owner:
          'validationId' in tx
            ? registrations(world).get(validationKey(network, tx.validationId))?.deactivationOwner
            : owners.get(keyOf(network, 'P', idText(tx.subnetId))),
      })
    if (tx.type === 'CreateSubnetTx') owners.set(keyOf(network, 'P', tx_id), tx.owner)
    if (tx.type === 'TransferSubnetOwnershipTx')
      owners.set(keyOf(network, 'P', idText(tx.subnetId)), tx.owner)
  }
  return demanded
})
