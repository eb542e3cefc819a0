import { blsPublicKey, verifyProofOfPossession } from '../../formats/bls.ts'
import { poolSecretKey } from '../../formats/bls-pool.ts'
import { nodeIdText, toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { differences } from '../compare.ts'
import { memoizedByContent } from '../memoized-by-content.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { registrations } from './l1-registrations.ts'
import { idsOf, type Transaction, transactions } from './primary-transactions.ts'

/** A key in a transaction, with the proof that its secret is known. */
interface Proof {
  readonly transaction: Transaction
  readonly nodeId: string
  readonly publicKey: Uint8Array
  readonly proof: Uint8Array
}

/** Number of proofs that are verified in a quick check; each takes 30 ms. */
const sampleSize = 5

const isProven = memoizedByContent<boolean>()
const keyOfPool = memoizedByContent<string>()

/** Proofs of possession verify. */
export const possessionProofs: Rule = {
  name: 'possession-proofs',
  check(world, findings, { thorough }) {
    const distinct = indexBy(
      proofs(world),
      ({ publicKey, proof }) => toHex(publicKey) + toHex(proof),
    )
    const all = [...distinct.values()]
    findings.each(
      thorough ? all : all.slice(0, sampleSize),
      ({ transaction, nodeId }) => [...idsOf(transaction), nodeId],
      function* ({ proof, publicKey }) {
        if (!isProven([proof, publicKey], () => verifyProofOfPossession(proof, publicKey)))
          yield `the proof of possession of ${toHex(publicKey)} is not valid`
      },
    )
  },
}

/**
 * The secrets that the aggregator signs with belong to the keys of the nodes. A key that a wallet
 * brought is listed too, without a secret.
 */
export const validatorKeys: Rule = {
  name: 'validator-keys',
  check(world, findings) {
    const rows = world.all(selectKeys, {})
    findings.each(
      rows.filter(({ pool_index }) => pool_index !== null),
      ({ bls_public_key, node_id }) => [bls_public_key, node_id],
      (row) => {
        const { pool_index: index } = row
        const key = keyOfPool([String(index)], () => toHex(blsPublicKey(poolSecretKey(index ?? 0))))
        return differences(row, { bls_public_key: key })
      },
    )
    const listed = new Set(
      rows.map(({ bls_public_key, node_id }) => `${node_id} ${bls_public_key}`),
    )
    findings.each(
      proofs(world),
      ({ transaction, nodeId }) => [...idsOf(transaction), nodeId],
      function* ({ publicKey, nodeId }) {
        if (!listed.has(`${nodeId} ${toHex(publicKey)}`))
          yield `the key ${toHex(publicKey)} of ${nodeId} has no row`
      },
    )
  },
}

function proofs(world: CheckedWorld): Proof[] {
  const staked = transactions(world).flatMap((transaction): Proof[] => {
    const { unsigned: tx } = transaction.content
    if (!('signer' in tx) || tx.signer.type !== 'ProofOfPossession') return []
    return [{ transaction, nodeId: nodeIdText(tx.validator.nodeId), ...tx.signer }]
  })
  const registered = [...registrations(world).values()].map(
    ({ transaction, nodeId, blsPublicKey: publicKey, proofOfPossession: proof }) => ({
      transaction,
      nodeId: nodeIdText(nodeId),
      publicKey,
      proof,
    }),
  )
  return [...staked, ...registered]
}

const selectKeys = statement<
  Record<string, never>,
  { bls_public_key: string; node_id: string; pool_index: number | null }
>('SELECT bls_public_key, node_id, pool_index FROM validator_key')
