/** Parameter values, by name, that exist in every world of the built-in definition. */
export const exampleValues: Readonly<Record<string, string>> = {
  network: 'mainnet',
  blockchainId: 'x-chain',
  chainId: '43114',
  address: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
  nodeId: 'NodeID-46s864REVt5q5wgNX4gwt1P6eUQqNsM65',
  nodeIds: 'NodeID-46s864REVt5q5wgNX4gwt1P6eUQqNsM65',
  addresses: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  rewardAddresses: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
}
