/** Returns the chain id in an EVM's genesis, which is JSON; 0 for other VMs. */
export function evmChainIdIn(genesis: Uint8Array): number {
  const text = Buffer.from(genesis).toString()
  if (!text.startsWith('{')) return 0
  try {
    const { config } = JSON.parse(text) as { config?: { chainId?: unknown } }
    return Number.isSafeInteger(config?.chainId) ? Number(config?.chainId) : 0
  } catch {
    return 0
  }
}
