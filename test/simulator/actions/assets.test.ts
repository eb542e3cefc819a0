import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { act, actAs, call, get, problems, transaction, unlocked } = actedOn()

test('an asset of a fixed amount belongs to its creator', async () => {
  const { results } = await act(
    { do: 'wallet', name: 'mia' },
    { do: 'fund', to: 'mia', chain: 'X', amount: '1' },
    {
      ...{ do: 'createAsset', name: 'Sleet', symbol: 'SLT', by: 'mia', kind: 'fixed' },
      ...{ denomination: 2, amount: '1000.25' },
    },
    { do: 'transfer', from: 'mia', to: bare.P, chain: 'X', amount: '0.25', asset: 'Sleet' },
  )
  const [, , created, sent] = results
  const tx = await transaction('x-chain', created?.txId)
  expect(tx).toMatchObject({ txType: 'CreateAssetTx', amountBurned: [{ amount: '10000000' }] })
  const [address] = tx.emittedUtxos[0].addresses
  expect(await unlocked('x-chain', address, 'SLT')).toBe(100_000n)
  expect(await unlocked('x-chain', bare.P, 'SLT')).toBe(25n)
  // 1 AVAX less the fees of the creation and of the transfer.
  expect(await unlocked('x-chain', address)).toBe(1_000_000_000n - 10_000_000n - 1_000_000n)
  expect((await transaction('x-chain', sent?.txId)).txType).toBe('BaseTx')
  const container = await call('/ext/index/X/tx', 'index.getContainerByID', {
    ...{ id: sent?.txId, encoding: 'hex' },
  })
  expect(container.id).toBe(sent?.txId)
})

test('more is minted of a variable asset, by its maker, for any address', async () => {
  await act(
    { do: 'createAsset', name: 'Hail', symbol: 'HAIL', by: 'mia', kind: 'variable', amount: '1' },
    { do: 'mintAsset', asset: 'Hail', to: bare.P, amount: '7.5' },
    { do: 'mintAsset', asset: 'Hail', to: bare.P, amount: '0.5' },
  )
  expect(await unlocked('x-chain', bare.P, 'HAIL')).toBe(8_000_000_000n)
})

test('NFTs are minted with a payload, as many as the collection has room for', async () => {
  const { results } = await act(
    { do: 'createAsset', name: 'Flakes', symbol: 'FLK', by: 'mia', kind: 'nft', as: 'flakes' },
    ...Array.from({ length: 16 }, (_, index) => ({
      ...{ do: 'mintNft' as const, asset: 'flakes', to: bare.P, payload: `flake ${index}` },
    })),
  )
  const tx = await transaction('x-chain', results[1]?.txId)
  expect(tx).toMatchObject({ txType: 'OperationTx' })
  expect(tx.emittedUtxos).toEqual(
    expect.arrayContaining([expect.objectContaining({ addresses: [bare.P] })]),
  )
  const list = await get(
    `/v1/networks/mainnet/blockchains/x-chain/transactions?addresses=${bare.P}&txTypes=OperationTx&pageSize=100`,
  )
  expect(list.transactions).toHaveLength(18)
  await expect(act({ do: 'mintNft', asset: 'flakes', to: bare.P })).rejects.toMatchObject({
    code: 'not_possible',
    message: 'flakes can no longer be minted: the output with the right to mint it is spent',
  })
})

test('the payload of an NFT is bytes in hex after 0x, and else the bytes of its text', async () => {
  const payloads = [
    ['0x1234aBcD', '000000041234abcd'],
    [`0x${'07'.repeat(1024)}`, `00000400${'07'.repeat(1024)}`],
    ['1234', '0000000431323334'],
    ['ice\n0x12', '000000086963650a30783132'],
  ] as const
  const { results } = await act(
    { do: 'createAsset', name: 'Bytes', symbol: 'BYT', by: 'mia', kind: 'nft', as: 'bytes' },
    ...payloads.map(([payload]) => ({
      ...{ do: 'mintNft' as const, asset: 'bytes', to: bare.P, payload },
    })),
  )
  for (const [index, [, hex]] of payloads.entries()) {
    const { bytes } = await call('/ext/index/X/tx', 'index.getContainerByID', {
      ...{ id: results[index + 1]?.txId, encoding: 'hex' },
    })
    expect(bytes).toContain(hex)
  }
  for (const payload of ['0x123', '0xice', `0x${'07'.repeat(1025)}`, 'a'.repeat(1025)])
    await expect(
      actAs({ do: 'mintNft', asset: 'bytes', to: bare.P, payload }),
    ).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^\/0\/payload must be text, or bytes in hex after 0x/),
    })
  await expect(
    actAs({ do: 'mintNft', asset: 'bytes', to: bare.P, payload: 'ä'.repeat(513) }),
  ).rejects.toMatchObject({ code: 'bad_request', details: { pointer: '/0/payload' } })
})

test.each([
  [
    { do: 'mintAsset', asset: 'Sleet', to: 'mia', amount: '1' },
    'Sleet is not a variable asset; mintAsset needs one that createAsset made with kind variable',
  ],
  [
    { do: 'mintNft', asset: 'Sleet', to: 'mia' },
    'Sleet is not a collection of NFTs; mintNft needs one that createAsset made with kind nft',
  ],
  [
    { do: 'mintAsset', asset: 'Rain', to: 'mia', amount: '1' },
    'mainnet has no asset Rain; createAsset makes one',
  ],
] as const)('%j is refused in words', async (action, message) => {
  await expect(actAs(action)).rejects.toMatchObject({ code: 'not_possible', message })
})

test.each([
  [{ kind: 'fixed' }, '/amount', 'given, unless the kind is nft, found nothing'],
  [{ kind: 'nft', amount: '3' }, '/amount', 'absent for NFTs, found "3"'],
  [
    { kind: 'fixed', amount: '0.001', denomination: 2 },
    '/amount',
    'an amount with at most 2 decimals, found "0.001"',
  ],
  [
    { kind: 'fixed', amount: '184467440737095516.16', denomination: 2 },
    '/amount',
    'from 0.01 to 184467440737095516.15, found "184467440737095516.16"',
  ],
] as const)('an asset with %j is a bad request', async (change, pointer, expected) => {
  const action = { do: 'createAsset', name: 'Rain', symbol: 'RAIN', by: 'mia', ...change } as const
  await expect(actAs(action)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining(`amount must be ${expected}`),
    details: { pointer: `/0${pointer}` },
  })
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
