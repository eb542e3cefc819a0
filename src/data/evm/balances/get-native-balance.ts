import { getNativeBalance } from '../../../../schemas/data/evm-balances.ts'
import { LiveNativeBalance } from '../../../../schemas/data/live-evm.ts'
import { badRequest } from '../../../http/errors.ts'
import { route } from '../../../http/route.ts'
import { findChain, latestBlock } from '../find-chain.ts'
import { nativeTokenBalance } from './native-balance.ts'

/** `GET …/balances:getNative`: now or after a block; 400 for a block that does not exist yet. */
export const getNativeBalanceRoute = route(
  getNativeBalance,
  (world, { params, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const latest = latestBlock(world, chain.chain_id)
    const { blockNumber = String(latest), currency } = query
    if (BigInt(blockNumber) > latest)
      throw badRequest(`blockNumber must not be above the latest block ${latest}`)
    const at = { address: params.address, block: Number(blockNumber), currency }
    return { nativeTokenBalance: nativeTokenBalance(world, chain, at, dialect) }
  },
  { liveAnswer: LiveNativeBalance },
)
