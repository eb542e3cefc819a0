import {
  type AtomicTransaction,
  atomicTransactions,
} from '../../formats/c-chain-atomic-transactions.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../formats/p-chain-transactions.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../formats/x-chain-transactions.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'

/** A decoded signed transaction: everything that a chain needs to accept it. */
export type SignedTransaction = (
  | { readonly chain: 'P'; readonly unsigned: PlatformTransaction }
  | { readonly chain: 'X'; readonly unsigned: ExchangeTransaction }
  | { readonly chain: 'C'; readonly unsigned: AtomicTransaction }
) & {
  /** 32 bytes. */
  readonly id: Uint8Array
  /** Whole signed bytes. */
  readonly bytes: Uint8Array
  /** Name in the definition for the result of the transaction; its bytes do not contain it. */
  readonly name?: string
}

/** Decodes the signed transaction in `bytes`; throws FormatError. */
export function readSigned(chain: PrimaryChain, bytes: Uint8Array): SignedTransaction {
  switch (chain) {
    case 'P':
      return { chain, ...platformTransactions.decode(bytes) }
    case 'X':
      return { chain, ...exchangeTransactions.decode(bytes) }
    case 'C':
      return { chain, ...atomicTransactions.decode(bytes) }
  }
}

/** Returns the outputs that a transaction spends, in the order of its inputs. */
export function inputsOf({ unsigned: tx }: SignedTransaction): OutputReference[] {
  // Inputs of the C-chain's exports are accounts.
  const inputs =
    'inputs' in tx ? tx.inputs.flatMap((input) => ('txId' in input ? [input] : [])) : []
  const imported = 'importedInputs' in tx ? tx.importedInputs : []
  const operated = 'operations' in tx ? tx.operations.flatMap(({ utxos }) => utxos) : []
  return [...inputs, ...imported, ...operated]
}

/** Reference to an output by the transaction that made it. */
interface OutputReference {
  /** 32 bytes. */
  readonly txId: Uint8Array
  readonly outputIndex: number
}

/** Place at which a transaction was accepted. */
export interface Placement {
  /** `seq` of its row. */
  readonly seq: number
  readonly height: number
  /** Cb58 of the block or vertex, 0x hex on the C-chain. */
  readonly blockId: string
  /** Epoch seconds. */
  readonly time: number
}
