import { encodeCb58 } from '../../formats/ids.ts'
import { platformFeeConfig, platformGas } from '../../formats/p-chain-complexity.ts'
import { platformTransactions } from '../../formats/p-chain-transactions.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { Made } from '../actions/verb.ts'
import { isAccepted } from './accepted.ts'
import { waitForImports } from './imports.ts'
import { verifyMessage } from './l1s.ts'
import { inContext, refuse } from './refuse.ts'
import { verifySize } from './size.ts'
import { type ForeignPlatform, verifyPlatform } from './verify-p-chain.ts'

/** Issues a signed transaction of the P-chain. */
export function issuePlatform(context: ActionContext, bytes: Uint8Array): Made {
  const tx = decoded(bytes)
  const txId = encodeCb58(tx.id)
  const made = { chain: 'P', txId } as const
  const { platform, state } = context
  // Only outputs are found in the open block; everything else is read from the rows.
  const isMoving = movingTypes.has(tx.unsigned.type)
  if (!isMoving) platform.flush()
  if (isAccepted(state, 'P', txId)) return made
  inContext("couldn't issue tx", () => {
    if (tx.unsigned.type === 'ImportTx') waitForImports(context, 'P', tx.unsigned.importedInputs)
    platform.add((drafting, time) => {
      verifyMessage(drafting, tx.unsigned)
      verifyGas(tx)
      const spent = inContext(`failed execution: standard tx ${txId} failed execution`, () =>
        verifyPlatform(drafting, tx, time),
      )
      verifySize(bytes, tx.id)
      for (const utxo of spent) drafting.utxos.take(utxo)
      return { chain: 'P', unsigned: tx.unsigned, bytes, id: tx.id }
    })
  })
  if (!isMoving) platform.flush()
  return made
}

/** Types that change nothing but outputs, and create subnets, which nothing else touches. */
const movingTypes: ReadonlySet<string> = new Set([
  'BaseTx',
  'ImportTx',
  'ExportTx',
  'CreateSubnetTx',
])

function decoded(bytes: Uint8Array): ForeignPlatform {
  return inContext("couldn't parse tx", () => platformTransactions.decode(bytes))
}

function verifyGas({ unsigned }: ForeignPlatform): void {
  const gas = platformGas(unsigned)
  const { maxCapacity } = platformFeeConfig
  if (gas > maxCapacity) refuse(`tx exceeds current gas capacity: ${gas} > ${maxCapacity}`)
}
