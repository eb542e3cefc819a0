import type { Static } from '@sinclair/typebox'
import type { JSX } from 'preact'
import type { TransactionDetailsV2 } from '../../schemas/data/evm-details.ts'
import type { Chain } from '../core/catalogue.ts'
import { EvmTransactionTable, NoTransactions } from './lists.tsx'
import { Paged } from './paged.tsx'

/** Transactions of an EVM chain in which an address sent or got something. */
export const AddressTransactions = ({
  chain,
  address,
}: {
  readonly chain: Chain
  readonly address: string
}): JSX.Element => (
  <Paged<Static<typeof TransactionDetailsV2>>
    path={`/v2/chains/${chain.evmChainId}/addresses/${address}/transactions`}
    field="transactions"
    size={8}
    empty={<NoTransactions />}
  >
    {(rows) => (
      <EvmTransactionTable
        chain={chain}
        rows={rows.map(({ nativeTransaction }) => nativeTransaction)}
      />
    )}
  </Paged>
)
