import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { act, actAs, problems, transaction, unlocked } = actedOn()

const ewoq = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'

test.each([
  ['P', 'p-chain'],
  ['X', 'x-chain'],
] as const)('on %s two of two owners pay together what they got together', async (chain, path) => {
  await act({ do: 'wallet', name: `one-${chain.toLowerCase()}` })
  const together = ['ewoq', `one-${chain.toLowerCase()}`]
  const { results } = await act(
    { do: 'transfer', from: 'alice', to: together, threshold: 2, chain, amount: '3' },
    { do: 'transfer', from: together, to: bare.P, chain, amount: '1' },
  )
  const [given, paid] = await Promise.all(results.map(({ txId }) => transaction(path, txId)))
  expect(given.emittedUtxos).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        threshold: 2,
        asset: expect.objectContaining({ amount: '3000000000' }),
      }),
    ]),
  )
  expect(paid.consumedUtxos).toHaveLength(1)
  expect(paid.consumedUtxos[0].addresses).toContain(ewoq)
  expect(paid.emittedUtxos.map((each: { threshold: number }) => each.threshold).sort()).toEqual([
    1, 2,
  ])
  expect(await unlocked(path, bare.P)).toBe(1_000_000_000n)
})

test('two of the three owners of a declared holding sign for it', async () => {
  const { results } = await act({
    ...{ do: 'transfer', from: ['ewoq', 'alice', 'bob'], threshold: 2, to: 'carol', chain: 'P' },
    amount: '100.5',
  })
  const tx = await transaction('p-chain', results[0]?.txId)
  const sum = (utxos: { threshold: number; asset: { amount: string } }[], threshold: number) =>
    utxos
      .filter((each) => each.threshold === threshold)
      .reduce((total, each) => total + BigInt(each.asset.amount), 0n)
  const fee = BigInt(tx.amountBurned[0].amount)
  expect(sum(tx.emittedUtxos, 1)).toBe(100_500_000_000n)
  expect(sum(tx.consumedUtxos, 1)).toBe(0n)
  expect(sum(tx.consumedUtxos, 2) - sum(tx.emittedUtxos, 2)).toBe(100_500_000_000n + fee)
})

test('several owners stake and export together', async () => {
  const from = ['ewoq', 'alice', 'bob']
  const { results } = await act(
    { do: 'delegate', node: 'ewoq', from, amount: '30', duration: '20d' },
    { do: 'export', from, to: 'dave', sourceChain: 'P', destinationChain: 'X', amount: '7' },
  )
  for (const { txId } of results) {
    const { consumedUtxos } = await transaction('p-chain', txId)
    expect(consumedUtxos[0]).toMatchObject({ threshold: 2 })
  }
})

test('who has too few keys, or owns by another threshold, cannot pay together', async () => {
  const together = ['alice', bare.P]
  await act({ do: 'transfer', from: 'alice', to: together, threshold: 2, chain: 'P', amount: '2' })
  const payment = { do: 'transfer', to: 'bob', chain: 'P', amount: '1' }
  await expect(actAs({ ...payment, from: together })).rejects.toMatchObject({
    code: 'not_possible',
    details: { address: bare.P },
  })
  await expect(actAs({ ...payment, from: together, threshold: 1 })).rejects.toMatchObject({
    code: 'not_possible',
    message: expect.stringMatching(
      /^alice has 0 AVAX on the P-chain at 2026-\S+, but 1 are needed$/,
    ),
  })
  await expect(actAs({ ...payment, from: ['alice', 'bob'], threshold: 3 })).rejects.toMatchObject({
    code: 'bad_request',
    details: { pointer: '/0/threshold', expected: 'at most 2, because there are that many owners' },
  })
  await expect(actAs({ ...payment, from: 'alice', to: ['bob', 'bob'] })).rejects.toMatchObject({
    code: 'not_possible',
    message: 'bob and bob must be different owners, but two of them have the same address',
  })
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
