import { base64nopad } from '@scure/base'
import type { LiveCredential } from '../../../../schemas/data/live.ts'
import { atomicTransactions } from '../../../formats/c-chain-atomic-transactions.ts'
import { platformTransactions } from '../../../formats/p-chain-transactions.ts'
import type { AnyCredential, TransactionFormat } from '../../../formats/signed-transactions.ts'
import { exchangeTransactions } from '../../../formats/x-chain-transactions.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'

/**
 * Function that returns the signatures with their keys for each input of a transaction, in order.
 */
export type CredentialsOf = (txSeq: number) => readonly LiveCredential[][]

/** Reads credentials from the signed bytes of transactions by `seq`, of any chain. */
export function readCredentials(world: World, txSeqs: Iterable<number>): CredentialsOf {
  const rows = world.all(selectBytes, { txSeqs: JSON.stringify([...new Set(txSeqs)]) })
  const credentials = new Map(
    rows.map(({ tx_seq, chain, bytes }) => [tx_seq, credentialsIn[chain](bytes)]),
  )
  return (txSeq) => credentials.get(txSeq) ?? []
}

const credentialsIn: Record<PrimaryChain, (bytes: Uint8Array) => LiveCredential[][]> = {
  P: (bytes) => decodeCredentials(platformTransactions, bytes),
  X: (bytes) => decodeCredentials(exchangeTransactions, bytes),
  C: (bytes) => decodeCredentials(atomicTransactions, bytes),
}

function decodeCredentials<Transaction, Credential extends AnyCredential>(
  format: TransactionFormat<Transaction, Credential>,
  bytes: Uint8Array,
): LiveCredential[][] {
  const signed = format.decode(bytes)
  const publicKeys = format.recoverSigners(signed)
  return signed.credentials.map(({ signatures }, input) =>
    signatures.map((signature, index) => ({
      publicKey: base64nopad.encode(publicKeys[input]?.[index] ?? new Uint8Array()),
      signature: base64nopad.encode(signature),
    })),
  )
}

const selectBytes = statement<
  { txSeqs: string },
  { tx_seq: number; chain: PrimaryChain; bytes: Uint8Array }
>(`
  SELECT seq AS tx_seq, chain, bytes
  FROM json_each(:txSeqs) AS asked CROSS JOIN primary_transaction ON seq = asked.value`)
