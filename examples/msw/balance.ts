const dataApi = 'https://glacier-api.avax.network'

/** Balance of an address on the C-Chain in AVAX, such as "5.5". The address of the API is fixed. */
export async function balanceOf(address: string): Promise<string> {
  const response = await fetch(`${dataApi}/v1/chains/43114/addresses/${address}/balances:getNative`)
  if (!response.ok) throw new Error(`The Data API answers ${response.status}`)
  const { nativeTokenBalance } = (await response.json()) as {
    nativeTokenBalance: { balance: string; decimals: number }
  }
  const { balance, decimals } = nativeTokenBalance
  const digits = balance.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
