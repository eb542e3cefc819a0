import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { act, actAs, get, problems, server, transaction, unlocked } = actedOn()

const chains = {
  mainnet: ['P', 'X', 'C', '930114'],
  fuji: ['P', 'X', 'C', '930113'],
} as const
const ofFuji = { P: 'fuji1slt2dhfu6a6qezcn5sgtagumq8ag8we7cmr2u3', evm: bare.evm }

test('the treasury has at least a million coins on every chain of both networks', async () => {
  const { members } = await server().cast()
  const treasury = members.find(({ name }) => name === 'treasury')?.balances
  for (const network of ['mainnet', 'fuji'] as const)
    for (const chain of chains[network])
      expect(Number(treasury?.[network][chain]), `${network} ${chain}`).toBeGreaterThanOrEqual(
        1_000_000,
      )
})

test.each(['P', 'X'] as const)(
  'exactly tops up what can be spent on %s, and no more',
  async (chain) => {
    const path = chain === 'P' ? 'p-chain' : 'x-chain'
    const fund = { do: 'fund', to: bare.P, chain, exactly: true } as const
    await act({ ...fund, exactly: undefined, amount: '2' } as never)
    // Locked amounts do not count.
    await act({
      ...{ do: 'transfer', from: 'ewoq', to: bare.P, chain, amount: '9' },
      locktime: '2027-01-01T00:00:00Z',
    })
    const { results, head } = await act({ ...fund, amount: '5.5' })
    expect(await unlocked(path, bare.P)).toBe(5_500_000_000n)
    expect(results).toHaveLength(1)
    const again = await act({ ...fund, amount: '5.5' })
    expect(again.head).toBe(head + 1)
    expect(again.results).toEqual([
      { do: 'fund', network: 'mainnet', time: expect.stringMatching(/^2026-01-15T00:00:0\dZ$/) },
    ])
    await expect(actAs({ ...fund, amount: '5.4' })).rejects.toMatchObject({
      code: 'not_possible',
      message: expect.stringMatching(/must be at least the balance of \S+, which is 5\.5, because/),
    })
    expect(await unlocked(path, bare.P)).toBe(5_500_000_000n)
  },
)

test('exactly tops up on EVM chains of either network', async () => {
  const balance = async (chainId: string) => {
    const path = `/v1/chains/${chainId}/addresses/${bare.evm}/balances:getNative`
    return (await get(path)).nativeTokenBalance.balance
  }
  for (const [network, chain, chainId] of [
    ['mainnet', 'C', '43114'],
    ['fuji', 'C', '43113'],
    ['mainnet', '930114', '930114'],
    ['fuji', '930113', '930113'],
  ] as const) {
    const fund = { do: 'fund', network, to: bare.evm, chain } as const
    await act({ ...fund, amount: '1.25' }, { ...fund, amount: '3', exactly: true })
    expect(await balance(chainId)).toBe('3000000000000000000')
    await expect(act({ ...fund, amount: '2', exactly: true })).rejects.toMatchObject({
      code: 'not_possible',
    })
    expect((await act({ ...fund, amount: '3', exactly: true })).results[0]).not.toHaveProperty(
      'txId',
    )
  }
})

test('what happens on fuji is on fuji alone, with its addresses', async () => {
  const { results } = await act({
    ...{ do: 'fund', network: 'fuji', to: ofFuji.P, chain: 'X', amount: '4' },
  })
  expect(results[0]).toMatchObject({ network: 'fuji', chain: 'X' })
  const path = (network: string, address: string) =>
    `/v1/networks/${network}/blockchains/x-chain/transactions?addresses=${address}`
  expect((await get(path('fuji', ofFuji.P))).transactions).toMatchObject([
    { txHash: results[0]?.txId },
  ])
  const hashes = (await get(path('mainnet', bare.P))).transactions.map(
    ({ txHash }: { txHash: string }) => txHash,
  )
  expect(hashes).not.toContain(results[0]?.txId)
  await expect(
    act({ do: 'fund', network: 'fuji', to: bare.P, chain: 'X', amount: '4' }),
  ).rejects.toMatchObject({
    code: 'not_possible',
    message: `${bare.P} is not an address of fuji: those begin with fuji1`,
  })
})

test.each(['P', 'X'] as const)(
  'what is locked on %s can be spent from its time on',
  async (chain) => {
    const path = chain === 'P' ? 'p-chain' : 'x-chain'
    const name = `late-${chain.toLowerCase()}`
    await act({ do: 'wallet', name })
    const { results } = await act({
      ...{ do: 'transfer', from: 'ewoq', to: name, chain, amount: '2' },
      locktime: new Date(Date.UTC(2026, 0, 16)).toISOString(),
    })
    const tx = await transaction(path, results[0]?.txId)
    const locked = tx.emittedUtxos.filter(
      ({ platformLocktime, locktime }: Record<string, number>) =>
        (platformLocktime ?? locktime) === 1_768_521_600,
    )
    expect(locked).toHaveLength(1)
    const [address] = locked[0].addresses
    expect(await unlocked(path, address)).toBe(0n)
    const back = { do: 'transfer', from: name, to: 'ewoq', chain, amount: '1' } as const
    await expect(act(back)).rejects.toMatchObject({ code: 'not_possible' })
    const { head } = await server().world()
    const { name: snapshot } = await server().snapshots.save()
    await server().clock.advanceTo('2026-01-16T00:00:00Z')
    expect(await unlocked(path, address)).toBe(2_000_000_000n)
    await act(back)
    await server().snapshots.restore(snapshot)
    expect((await server().world()).head).toBe(head)
  },
)

test('a memo is for the X-chain, and what an EVM chain does not know is no field there', async () => {
  const transfer = { do: 'transfer', from: 'ewoq', to: 'bob', amount: '1', memo: 'hello' } as const
  await expect(act({ ...transfer, chain: 'P' })).rejects.toMatchObject({
    code: 'not_possible',
    message: 'the P-chain refuses memos since Durango; leave out memo',
  })
  const { results } = await act({ ...transfer, chain: 'X' })
  const path = `/v1/networks/mainnet/blockchains/x-chain/transactions/${results[0]?.txId}`
  expect((await server().inject(path)).json()).toMatchObject({
    memo: `0x${Buffer.from('hello').toString('hex')}`,
  })
  for (const [field, value] of Object.entries({
    ...{ memo: 'hello', threshold: 1, asset: 'Icicle', locktime: '2027-01-01T00:00:00Z' },
    ...{ from: ['ewoq', 'bob'], to: ['ewoq', 'bob'] },
  }))
    await expect(
      actAs({ do: 'transfer', from: 'ewoq', to: 'bob', chain: 'C', amount: '1', [field]: value }),
    ).rejects.toMatchObject({ code: 'bad_request', details: { pointer: `/0/${field}` } })
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
