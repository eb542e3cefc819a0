import type {
  LiveFullNativeTransactionDetails,
  LiveGetTransactionResponse,
} from '../../../../schemas/data/live-evm-details.ts'
import type { CurrencyCode } from '../../../../schemas/scalars.ts'
import { decodeEvmTransaction } from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { readGraniteFields } from '../blocks/granite-fields.ts'
import { toNetworkToken } from '../chains/chain-info.ts'
import { knownContracts } from '../contracts/known-contracts.ts'
import type { EvmChainRow } from '../find-chain.ts'
import { nativePrice } from '../price.ts'
import { internalsIn } from './internals-in.ts'
import { messageOf } from './message-of.ts'
import { movedTokens, toErc20Details } from './moved-tokens.ts'
import {
  type NativeTransactionRow,
  nativeTransactionColumns,
  nativeTransactionJoins,
  toNativeTransaction,
} from './native-transaction.ts'

/** Builds a transaction of a chain with all its parts; the price is the current one. */
export function transactionDetails(
  world: World,
  chain: EvmChainRow,
  { seq, currency }: { seq: number; currency: CurrencyCode },
  dialect: Dialect,
): LiveGetTransactionResponse {
  const { chain_id: chainId } = chain
  const row = world.get(selectTransaction, { seq })
  if (!row)
    throw new Error(
      `internal error: transaction ${seq} of chain ${chainId} is no longer in the database`,
    )
  const graniteOf = readGraniteFields(world, chain, () => [row.block_number], dialect)
  const price = nativePrice(world, chainId, currency, dialect)
  return {
    networkTokenDetails: {
      networkToken: toNetworkToken(world, chain),
      ...(price && { currentPrice: price }),
    },
    nativeTransaction: {
      ...toNativeTransaction(row, graniteOf(row.block_number), knownContracts(world)),
      ...toFullParts(row),
    },
    ...movedTokens(world, { chainId, seqs: [seq], toErc20: toErc20Details }, dialect)(seq),
    ...internalsIn(world, { chainId, seqs: [seq] })(seq),
    ...messageOf(world, chainId, row.hash),
  }
}

interface Row extends NativeTransactionRow {
  raw: Uint8Array
  base_fee: string
}

/** Builds the fields that only the raw bytes hold, and the base fee of the block. */
function toFullParts({
  raw,
  base_fee,
}: Row): Pick<
  LiveFullNativeTransactionDetails,
  'input' | 'baseFeePerGas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
> {
  const signed = decodeEvmTransaction(raw)
  return {
    input: toHex(signed.data),
    baseFeePerGas: base_fee,
    ...(signed.type === 2 && {
      maxFeePerGas: String(signed.maxFeePerGas),
      maxPriorityFeePerGas: String(signed.maxPriorityFeePerGas),
    }),
  }
}

const selectTransaction = statement<{ seq: number }, Row>(`
  SELECT ${nativeTransactionColumns}, t.raw, b.base_fee
  FROM evm_transaction t
  ${nativeTransactionJoins}
  WHERE t.seq = :seq`)
