/** The two networks of the world. `testnet` is another name of fuji in paths and filters. */
export const networks = ['mainnet', 'fuji'] as const

export type Network = (typeof networks)[number]

/** Returns the network that a path or a filter names. G-24 */
export const networkOf = (name: Network | 'testnet'): Network =>
  name === 'testnet' ? 'fuji' : name
