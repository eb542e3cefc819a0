import type { OutputOwners } from '../../formats/components.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import type { PlatformCredential } from '../../formats/p-chain-transactions.ts'
import { statement } from '../../store/statement.ts'
import type { Drafting } from '../primary/state.ts'
import { verifyCredential, verifyIndices, verifyOwners } from './owners.ts'
import { inContext, refuse } from './refuse.ts'
import type { Verification } from './verification.ts'

type Authorized = Pick<Verification, 'state' | 'credentials' | 'hash' | 'time'> & {
  readonly tx: { readonly authorization: { readonly signatureIndices: readonly number[] } }
}

/**
 * Checks that the owner of a subnet signed last.
 * @returns the credentials of the inputs
 */
export function verifySubnetOwner(
  of: Authorized,
  subnetId: Uint8Array,
): readonly PlatformCredential[] {
  return verifyAuthorization(of, () => ownersOfSubnet(of.state, subnetId))
}

/**
 * Checks that the owner of a subnet signed, and that the subnet is still permissioned.
 * @returns the credentials of the inputs
 */
export function verifyPermissionedSubnet(
  of: Authorized,
  subnetId: Uint8Array,
): readonly PlatformCredential[] {
  const rest = verifySubnetOwner(of, subnetId)
  const { network } = of.state.facts
  const id = encodeCb58(subnetId)
  const isTransformed = of.state.store.get(selectTransformation, { network, subnetId: id })
  const isConverted = of.state.store.get(selectSubnet, { network, subnetId: id })?.is_l1 === 1
  if (isTransformed || isConverted) refuse(`"${id}" is immutable`)
  return rest
}

/**
 * Checks that owners signed with the last credential.
 * @returns the credentials before it
 */
export function verifyAuthorization(
  { tx, credentials, hash, time }: Authorized,
  ownersOf: () => OutputOwners,
): readonly PlatformCredential[] {
  const last = credentials.at(-1)
  if (!last) return refuse('should have the same number of credentials as inputs')
  const owners = ownersOf()
  inContext('unauthorized modification', () => {
    verifyIndices(tx.authorization.signatureIndices)
    verifyOwners(owners)
    verifyCredential({ hash, time }, tx.authorization.signatureIndices, last, owners)
  })
  return credentials.slice(0, -1)
}

function ownersOfSubnet({ facts, ids, store }: Drafting, subnetId: Uint8Array): OutputOwners {
  const row = store.get(selectSubnet, { network: facts.network, subnetId: encodeCb58(subnetId) })
  if (!row) return refuse('not found')
  return {
    locktime: BigInt(row.owner_locktime),
    threshold: row.owner_threshold,
    addresses: store
      .all(selectOwners, { seq: row.seq })
      .map(({ address }) => ids.parseAddress(address)),
  }
}

const selectSubnet = statement<
  { network: string; subnetId: string },
  { seq: number; owner_locktime: number; owner_threshold: number; is_l1: 0 | 1 }
>(`
  SELECT seq, owner_locktime, owner_threshold, is_l1 FROM subnet
  WHERE network = :network AND subnet_id = :subnetId`)

const selectOwners = statement<{ seq: number }, { address: string }>(
  'SELECT address FROM subnet_owner WHERE subnet_seq = :seq ORDER BY position',
)

const selectTransformation = statement<{ network: string; subnetId: string }, { seq: number }>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = 'P' AND tx_type = 'TransformSubnetTx'
    AND subnet_id = :subnetId LIMIT 1`)
