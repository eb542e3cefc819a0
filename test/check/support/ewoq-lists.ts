/** The published development key of local networks, on each network. */
export const ewoqOf = {
  mainnet: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  fuji: 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
}
const ewoqEvm = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'

/** Every list that goes by address, for ewoq. */
export const listsOfEwoq: readonly string[] = Object.entries(ewoqOf).flatMap(
  ([network, address]) => {
    const root = `/v1/networks/${network}`
    const chain = `/v1/chains/${network === 'mainnet' ? 43114 : 43113}`
    return [
      ...['p-chain', 'x-chain', 'c-chain'].flatMap((id) => [
        `${root}/blockchains/${id}/transactions?addresses=${address}`,
        `${root}/blockchains/${id}/balances?addresses=${address}`,
      ]),
      `${root}/blockchains/c-chain/transactions?addresses=${ewoqEvm}`,
      ...['completed', 'active', 'pending'].map(
        (status) => `${root}/delegators?rewardAddresses=${address}&delegationStatus=${status}`,
      ),
      ...['listErc721', 'listErc20', 'listNative', 'listErc1155'].map(
        (verb) => `${chain}/addresses/${ewoqEvm}/transactions:${verb}`,
      ),
      `${chain}/addresses/${ewoqEvm}/balances:listErc721`,
      `${chain}/addresses/${ewoqEvm}/balances:listCollectibles`,
      `${chain}/contracts/${ewoqEvm}/deployments`,
      `/v1/icm/addresses/${ewoqEvm}/messages?network=${network}`,
    ]
  },
)
