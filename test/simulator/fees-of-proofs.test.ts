import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { encode } from '../../src/formats/codec.ts'
import { credentialBytes, platformGas } from '../../src/formats/p-chain-complexity.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import { smallWorld } from '../support/small-world.ts'

/** Gas of a BLS proof: 1,050 microseconds, four units each (ACP-103). */
const proofGas = 4 * 1050

/** How many BLS proofs the node verifies of a transaction. */
const proofsIn: Readonly<Record<string, (tx: PlatformTransaction) => number>> = {
  AddPermissionlessValidatorTx: () => 1,
  ConvertSubnetToL1Tx: (tx) => (tx.type === 'ConvertSubnetToL1Tx' ? tx.validators.length : 0),
  RegisterL1ValidatorTx: () => 1,
  SetL1ValidatorWeightTx: () => 1,
}

const { file } = await smallWorld()
const db = new Database(file, { readonly: true })
const rows = db
  .prepare("SELECT bytes, tx_type AS type FROM primary_transaction WHERE chain = 'P'")
  .all() as { bytes: Uint8Array; type: string }[]
db.close()

const bytesOf = (tx: PlatformTransaction) =>
  encode(platformTransactions.unsigned, tx).length +
  credentialBytes(platformTransactions.credentialSlots(tx))

test.each(Object.entries(proofsIn))('%s pays for each of its proofs', (type, proofs) => {
  const found = rows.filter((row) => row.type === type)
  expect(found.length).toBeGreaterThan(0)
  for (const { bytes } of found) {
    const { unsigned } = platformTransactions.decode(bytes)
    if (!('inputs' in unsigned)) throw new Error(`${type} has inputs`)
    const { networkId, blockchainId, outputs, inputs, memo } = unsigned
    const plain = { type: 'BaseTx', networkId, blockchainId, outputs, inputs, memo } as const
    const more = bytesOf(unsigned) - bytesOf(plain)
    expect(platformGas(unsigned) - platformGas(plain) - more).toBeGreaterThanOrEqual(
      proofs(unsigned) * proofGas,
    )
  }
})
