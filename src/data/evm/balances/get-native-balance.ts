import { getNativeBalance } from '../../../../schemas/data/evm-balances.ts'
import { LiveNativeBalance } from '../../../../schemas/data/live-evm.ts'
import { route } from '../../../http/rest/route.ts'
import { findChain } from '../find-chain.ts'
import { blockOf } from './block-of.ts'
import { nativeTokenBalance } from './native-balance.ts'

/** `GET …/balances:getNative`: now or after a block; 400 for a block that does not exist yet. */
export const getNativeBalanceRoute = route(
  getNativeBalance,
  (world, { params, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const block = blockOf(world, chain.chain_id, query.blockNumber)
    const at = { address: params.address, block, currency: query.currency }
    return { nativeTokenBalance: nativeTokenBalance(world, chain, at, dialect) }
  },
  { liveResponse: LiveNativeBalance },
)
