import type { Caller } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { type EvmChainRow, evmChainColumns } from '../find-chain.ts'
import { toEvmChainInfo } from './chain-info.ts'

/**
 * Returns the chains on which an address sent or received anything, ordered like the list of
 * chains.
 */
export const addressChains = (
  world: World,
  address: string,
  caller: Pick<Caller, 'nodeOrigin'>,
) => ({
  indexedChains: world
    .all(selectChains, { address })
    .map((row) => toEvmChainInfo(world, row, caller)),
  unindexedChains: [],
})

const activities = ['evm_native', 'erc20', 'erc721', 'erc1155', 'internal']

const wasActive = (kind: string) =>
  `EXISTS (SELECT 1 FROM ${kind}_activity a WHERE a.chain_id = c.chain_id AND a.address = :address)`

const selectChains = statement<{ address: string }, EvmChainRow>(`
  SELECT ${evmChainColumns}
  FROM evm_chain c
  WHERE ${activities.map(wasActive).join(' OR ')}
  ORDER BY network DESC, length(chain_id), chain_id`)
