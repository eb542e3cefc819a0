import { getChain } from '../../../../schemas/data/chains.ts'
import { route } from '../../../http/rest/route.ts'
import { findChain } from '../find-chain.ts'
import { toEvmChainInfo } from './chain-info.ts'

/** `GET /v1/chains/{chainId}`: by EVM chain id or blockchain id; 404 outside the world. */
export const getChainRoute = route(getChain, (world, { params }, { caller }) =>
  toEvmChainInfo(world, findChain(world, params.chainId), caller),
)
