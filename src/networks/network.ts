/** The two networks of the world. `testnet` is another name of fuji in paths and filters. */
export const networks = ['mainnet', 'fuji'] as const

export type Network = (typeof networks)[number]
