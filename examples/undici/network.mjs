const node = 'https://api.avax-test.network'

/** Result of a method of the public node, whose address is fixed. */
async function call(method) {
  const response = await fetch(`${node}/ext/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
  })
  const { result, error } = await response.json()
  if (error) throw new Error(error.message)
  return result
}

/** Name of the network, and the number of nodes that the node is connected to. */
export async function networkSummary() {
  const { networkName } = await call('info.getNetworkName')
  const { numPeers } = await call('info.peers')
  return `${networkName} with ${numPeers} peers`
}
