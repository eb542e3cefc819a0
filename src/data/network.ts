import type { NetworkParameter } from '../../schemas/scalars.ts'
import type { Network } from '../networks/network.ts'

/** The network that a request names; `testnet` is another name of fuji. G-24 */
export const networkOf = (name: NetworkParameter): Network => (name === 'testnet' ? 'fuji' : name)
