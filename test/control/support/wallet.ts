/** The reading part of a wallet: fetch, patience and paging, and nothing of this project. */
export function walletOf(url: string, headers: Record<string, string> = {}) {
  const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { ...init, headers })
  async function read<Body>(path: string, init?: RequestInit): Promise<Body> {
    const response = await ask(path, init)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
  return {
    ask,
    read,
    /** Waits as long as the response demands, and tries again. */
    async readPatiently<Body>(path: string, attempts = 5): Promise<Body> {
      for (let tries = 1; ; tries++) {
        const response = await ask(path)
        if (response.ok || tries === attempts) return (await response.json()) as Body
        await response.arrayBuffer()
        const seconds = Number(response.headers.get('retry-after') ?? 0)
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 150))
      }
    },
    /** All items of a list, page by page. */
    async readAll<Item>(path: string, name: string): Promise<Item[]> {
      const items: Item[] = []
      let token: string | undefined
      do {
        const more = token === undefined ? '' : `&pageToken=${token}`
        const page = await read<Record<string, unknown>>(path + more)
        items.push(...(page[name] as Item[]))
        token = page.nextPageToken as string | undefined
      } while (token !== undefined)
      return items
    },
    /** Amounts that an address can spend on P, X and the C-chain, in the smallest unit. */
    async balances({ avax, evm }: Addresses): Promise<{ P: string; X: string; C: string }> {
      type Unlocked = { balances: { unlockedUnstaked: { amount: string }[] } }
      const primary = async (chain: string) => {
        const path = `/v1/networks/mainnet/blockchains/${chain}/balances?addresses=${avax}`
        const { balances } = await read<Unlocked>(path)
        return balances.unlockedUnstaked[0]?.amount ?? '0'
      }
      type Native = { nativeTokenBalance: { balance: string } }
      const native = await read<Native>(`/v1/chains/43114/addresses/${evm}/balances:getNative`)
      const [P, X] = await Promise.all([primary('p-chain'), primary('x-chain')])
      return { P, X, C: native.nativeTokenBalance.balance }
    },
  }
}

export type Wallet = ReturnType<typeof walletOf>

/** Of one key. */
export interface Addresses {
  /** Bech32, on P and X. */
  readonly avax: string
  readonly evm: string
}
