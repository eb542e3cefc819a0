/** Both networks of the world; what holds for one has to hold for the other. */
export const networks = ['mainnet', 'fuji'] as const
export type Network = (typeof networks)[number]

interface KnownNetwork {
  readonly networkId: number
  /** Where the development key "ewoq" is on the P- and X-chain. */
  readonly ewoq: string
  readonly avaxAssetId: string
  readonly xChainId: string
  readonly cChainId: string
  readonly cChainEvmId: string
  /** EVM chain id of the L1. */
  readonly l1EvmId: string
}

/** Constants of the real networks, and of the built-in world where names differ. */
export const known: Readonly<Record<Network, KnownNetwork>> = {
  mainnet: {
    networkId: 1,
    ewoq: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
    avaxAssetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
    xChainId: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
    cChainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
    cChainEvmId: '43114',
    l1EvmId: '930114',
  },
  fuji: {
    networkId: 5,
    ewoq: 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
    avaxAssetId: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
    xChainId: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
    cChainId: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
    cChainEvmId: '43113',
    l1EvmId: '930113',
  },
}

/** The same key on EVM chains, in the case that EIP-55 asks for. */
export const ewoqEvm = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

export const primarySubnetId = '11111111111111111111111111111111LpoYY'
