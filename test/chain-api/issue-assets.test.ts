import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encode } from '../../src/formats/codec.ts'
import { encodeCb58, idOf } from '../../src/formats/ids.ts'
import { sortOutputs } from '../../src/formats/ordering.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import {
  ExchangeAssetOperation,
  type ExchangeOperation,
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../src/formats/x-chain-transactions.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import {
  avaxId,
  call,
  chainIds,
  ewoq,
  ewoqText,
  inputOf,
  issue,
  outputTo,
  type Spendable,
  spendable,
  utxosOf,
} from './support/wallet.ts'

let server: Snowglobe
/** Id of the asset that the first test creates. */
let assetId: Uint8Array
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const creation = signed(await creating())
  expect(await issued(creation)).toHaveProperty('result.txID')
  assetId = idOf(creation)
  await server.snapshots.save('created')
})
afterAll(() => server.close())
beforeEach(() => server.snapshots.restore('created'))

type Of<Type extends ExchangeTransaction['type']> = Extract<ExchangeTransaction, { type: Type }>
type Creation = Of<'CreateAssetTx'>
type Operations = Of<'OperationTx'>['operations']

const owners = { locktime: 0n, threshold: 1, addresses: [ewoq] }
const other = { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20).fill(7)] }
const hello = new TextEncoder().encode('hello')

async function base(fee: bigint) {
  const [from] = spendable(await utxosOf(server, 'X')) as [Spendable]
  return {
    networkId: 5,
    blockchainId: chainIds.X,
    outputs: sortOutputs([outputTo(from.amount - fee)]),
    inputs: [inputOf(from)],
    memo: new Uint8Array(),
  }
}

/**
 * An asset of every feature extension. Its outputs: change, mint, 1,000 units, two groups of NFTs,
 * the right to make properties, a property.
 */
const creating = async (): Promise<Creation> => ({
  type: 'CreateAssetTx',
  ...(await base(10_000_000n)),
  name: 'Team Rocket',
  symbol: 'TR',
  denomination: 2,
  initialStates: [
    {
      fxIndex: 0,
      outputs: [
        { type: 'MintOutput', ...owners },
        { type: 'TransferOutput', amount: 1000n, ...owners },
      ],
    },
    {
      fxIndex: 1,
      outputs: [
        { type: 'NftMintOutput', groupId: 1, ...owners },
        { type: 'NftMintOutput', groupId: 2, ...owners },
      ],
    },
    {
      fxIndex: 2,
      outputs: [
        { type: 'PropertyMintOutput', ...owners },
        { type: 'PropertyOwnedOutput', ...owners },
      ],
    },
  ],
})

const input = { signatureIndices: [0] }
const at = (outputIndex: number, txId = assetId) => [{ txId, outputIndex }]
const mint = (): ExchangeOperation => ({
  type: 'MintOperation',
  input,
  mintOutput: owners,
  transferOutput: { amount: 50n, ...owners },
})
const mintNft = (groupId = 1): ExchangeOperation => ({
  ...{ type: 'NftMintOperation', input, groupId, payload: hello, owners: [owners] },
})
const sendNft = (payload = hello, groupId = 1): ExchangeOperation => ({
  ...{ type: 'NftTransferOperation', input, output: { groupId, payload, ...other } },
})
const mintProperty = (): ExchangeOperation => ({
  ...{ type: 'PropertyMintOperation', input, mintOutput: owners, ownedOutput: owners },
})
const burn = (): ExchangeOperation => ({ type: 'PropertyBurnOperation', input })

const sorted = (operations: Operations): Operations =>
  [...operations].sort((a, b) =>
    Buffer.compare(encode(ExchangeAssetOperation, a), encode(ExchangeAssetOperation, b)),
  )
async function operating(operations: Operations): Promise<Of<'OperationTx'>> {
  return { type: 'OperationTx', ...(await base(1_000_000n)), operations: sorted(operations) }
}

const signed = (tx: ExchangeTransaction, key = ewoqKey): Uint8Array =>
  exchangeTransactions.sign(
    tx,
    exchangeTransactions
      .credentialSlots(tx)
      .map(({ signatures }) => Array.from({ length: signatures }, () => key)),
  ).bytes
const issued = (bytes: Uint8Array) => issue(server, '/ext/bc/X', 'avm', bytes)
const ask = (method: string, params: object) => call(server, '/ext/bc/X', `avm.${method}`, params)
const data = async (path: string) =>
  (await server.inject(`/v1/networks/fuji/blockchains/x-chain/${path}`)).json()

/** A transaction in the dialect of deployed services. */
const live = async (txHash: string) =>
  (
    await server.inject({
      url: `/v1/networks/fuji/blockchains/x-chain/transactions/${txHash}`,
      headers: { 'x-snowglobe-dialect': 'live' },
    })
  ).json()

test('an asset that a wallet creates is described, counted and listed', async () => {
  const assetID = encodeCb58(assetId)
  expect((await ask('getAssetDescription', { assetID })).result).toEqual({
    assetID,
    ...{ name: 'Team Rocket', symbol: 'TR', denomination: '2' },
  })
  const address = `X-${ewoqText}`
  const { balance, utxoIDs } = (await ask('getBalance', { address, assetID })).result
  expect({ balance, utxoIDs }).toEqual({
    balance: '1000',
    utxoIDs: [{ txID: assetID, outputIndex: 2 }],
  })
  const { balances } = (await ask('getAllBalances', { address })).result
  expect(balances).toContainEqual({ asset: assetID, balance: '1000' })
  expect(await data(`transactions/${assetID}`)).toMatchObject({ txType: 'CreateAssetTx' })
  expect(await data(`assets/${assetID}`)).toMatchObject({
    assetId: assetID,
    ...{ name: 'Team Rocket', symbol: 'TR', denomination: 2 },
  })
  const { tx } = (await ask('getTx', { txID: assetID, encoding: 'json' })).result
  expect(tx.unsignedTx.initialStates.map(({ fxIndex }: { fxIndex: number }) => fxIndex)).toEqual([
    0, 1, 2,
  ])
  expect((await server.check()).violations).toBe(0)
})

test('a wallet mints units and NFTs of an asset, and moves an NFT', async () => {
  const operations = [
    { assetId, utxos: at(1), operation: mint() },
    { assetId, utxos: at(3), operation: mintNft() },
  ]
  const minted = signed(await operating(operations))
  const txID = encodeCb58(idOf(minted))
  expect(await issued(minted)).toMatchObject({ result: { txID } })
  const { emittedUtxos } = await data(`transactions/${txID}`)
  const ofAsset = emittedUtxos.filter(
    ({ asset }: { asset: { assetId: string } }) => asset.assetId === encodeCb58(assetId),
  )
  expect(ofAsset.map(({ asset }: { asset: { amount: string } }) => asset.amount)).toContain('50')
  expect(ofAsset.length).toBe(3)
  const address = `X-${ewoqText}`
  const { balance } = (await ask('getBalance', { address, assetID: encodeCb58(assetId) })).result
  expect(balance).toBe('1050')

  // The operations are ordered by their bytes: those of lower indices of the asset come first.
  const moving = await operating([{ assetId, utxos: at(3, idOf(minted)), operation: sendNft() }])
  expect(await issued(signed(moving))).toHaveProperty('result.txID')
  expect((await server.check()).violations).toBe(0)
})

test('a wallet makes a property of an asset and burns properties', async () => {
  const minting = await operating([{ assetId, utxos: at(5), operation: mintProperty() }])
  const minted = signed(minting)
  const txID = encodeCb58(idOf(minted))
  expect(await issued(minted)).toMatchObject({ result: { txID } })
  const made: { asset: { assetId: string; amount: string }; utxoType: string }[] = (
    await live(txID)
  ).emittedUtxos
  expect(
    made
      .filter(({ asset }) => asset.assetId === encodeCb58(assetId))
      .map(({ asset, utxoType }) => [utxoType, asset.amount]),
  ).toEqual([
    ['property mint', '0'],
    ['property owned', '1'],
  ])

  const burning = signed(
    await operating([
      { assetId, utxos: at(6), operation: burn() },
      { assetId, utxos: at(2, idOf(minted)), operation: burn() },
    ]),
  )
  expect(await issued(burning)).toHaveProperty('result.txID')
  const burned = encodeCb58(idOf(burning))
  const { consumedUtxos, emittedUtxos } = await live(burned)
  const ofAsset = (utxos: typeof made) =>
    utxos.filter(({ asset }) => asset.assetId === encodeCb58(assetId))
  expect(ofAsset(consumedUtxos)).toHaveLength(2)
  expect(ofAsset(emittedUtxos)).toEqual([])
  const { tx } = (await ask('getTx', { txID: burned, encoding: 'json' })).result
  const propertyfx = 'rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy'
  expect(tx.unsignedTx.operations.map(({ fxID }: { fxID: string }) => fxID)).toEqual([
    propertyfx,
    propertyfx,
  ])

  const again = await operating([{ assetId, utxos: at(6), operation: burn() }])
  expect((await issued(signed(again))).error?.message).toBe('not found')
  expect(await server.check()).toMatchObject({ violations: 0 })
})

type Made = () => Promise<Uint8Array>
const created = (change: Partial<Creation>): Made => {
  return async () => signed({ ...(await creating()), ...change })
}
const withStates = (...initialStates: Creation['initialStates']): Made => created({ initialStates })
const operated =
  (...operations: readonly (() => Operations[number])[]): Made =>
  async () =>
    signed(await operating(operations.map((operation) => operation())))
const one = (outputIndex: number, operation: ExchangeOperation) =>
  operated(() => ({ assetId, utxos: at(outputIndex), operation }))

/** An operation with the credential of another feature extension. */
const withCredential =
  (operation: ExchangeOperation, outputIndex: number, type: 'Credential' | 'NftCredential'): Made =>
  async () => {
    const unsigned = await operating([{ assetId, utxos: at(outputIndex), operation }])
    const { credentials } = exchangeTransactions.decode(signed(unsigned))
    const changed = credentials.map((each, index) => (index === 1 ? { ...each, type } : each))
    return exchangeTransactions.encode({ unsigned, credentials: changed })
  }

const refused: readonly (readonly [name: string, made: Made, text: string])[] = [
  ['an asset without a name', created({ name: '' }), 'name is too short, minimum size is 1'],
  [
    'an asset with a long name',
    created({ name: 'n'.repeat(129) }),
    'name is too long, maximum size is 128',
  ],
  ['an asset without a symbol', created({ symbol: '' }), 'symbol is too short, minimum size is 1'],
  [
    'an asset with a long symbol',
    created({ symbol: 'ABCDE' }),
    'symbol is too long, maximum size is 4',
  ],
  ['an asset of no extension', withStates(), 'assets must support at least one Fx'],
  ['an asset with 33 decimals', created({ denomination: 33 }), 'denomination is too large'],
  [
    'an asset with a space at the end',
    created({ name: 'Rocket ' }),
    'unexpected whitespace provided',
  ],
  [
    'an asset with a sign in its name',
    created({ name: 'Rocket!' }),
    "asset's name must be made up of only letters and numbers",
  ],
  [
    'an asset with a small letter in its symbol',
    created({ symbol: 'Tr' }),
    "asset's symbol must be all upper case letters",
  ],
  [
    'an asset of an unknown extension',
    withStates({ fxIndex: 3, outputs: [] }),
    'unknown feature extension',
  ],
  [
    'an asset with an empty output',
    withStates({ fxIndex: 0, outputs: [{ type: 'TransferOutput', amount: 0n, ...owners }] }),
    'output has no value',
  ],
  [
    'an asset with a long NFT',
    withStates({
      fxIndex: 1,
      outputs: [
        { type: 'NftTransferOutput', groupId: 1, payload: new Uint8Array(1025), ...owners },
      ],
    }),
    'payload too large',
  ],
  [
    'an asset with outputs out of order',
    withStates({
      fxIndex: 1,
      outputs: [2, 1].map((groupId) => ({ type: 'NftMintOutput', groupId, ...owners })),
    }),
    'outputs not sorted',
  ],
  [
    'an asset with an extension twice',
    withStates({ fxIndex: 0, outputs: [] }, { fxIndex: 0, outputs: [] }),
    'initial states not sorted and unique',
  ],
  [
    'an asset for the fee of a transfer',
    async () => signed({ ...(await creating()), ...(await base(9_999_999n)) }),
    'insufficient funds',
  ],
  ['no operation', operated(), 'an operationTx must have at least one operation'],
  [
    'an operation on outputs out of order',
    operated(() => ({ assetId, utxos: [...at(4), ...at(3)], operation: mintNft() })),
    'utxo IDs not sorted and unique',
  ],
  [
    'an operation with signers out of order',
    one(1, { ...mint(), input: { signatureIndices: [1, 0] } }),
    'address indices not sorted and unique',
  ],
  [
    'an NFT that is too long',
    one(3, { ...mintNft(), payload: new Uint8Array(1025) } as ExchangeOperation),
    'payload too large',
  ],
  [
    'two operations on one output',
    operated(
      () => ({ assetId, utxos: at(3), operation: mintNft(1) }),
      () => ({ assetId, utxos: at(3), operation: mintNft(2) }),
    ),
    'inputs attempt to double spend an input',
  ],
  [
    'operations out of order',
    async () => {
      const tx = await operating([
        { assetId, utxos: at(3), operation: mintNft(1) },
        { assetId, utxos: at(4), operation: mintNft(2) },
      ])
      return signed({ ...tx, operations: tx.operations.toReversed() })
    },
    'operations not sorted and unique',
  ],
  [
    'an operation without a credential',
    async () => {
      const unsigned = await operating([{ assetId, utxos: at(1), operation: mint() }])
      const { credentials } = exchangeTransactions.decode(signed(unsigned))
      return exchangeTransactions.encode({ unsigned, credentials: credentials.slice(0, 1) })
    },
    'wrong number of credentials: 1 != 2',
  ],
  ['an operation on nothing there is', one(99, mint()), 'not found'],
  [
    'an operation on an output of another asset',
    operated(() => ({ assetId: avaxId, utxos: at(1), operation: mint() })),
    "asset IDs in the input don't match the utxo",
  ],
  [
    'an operation on two outputs',
    operated(() => ({ assetId, utxos: [...at(3), ...at(4)], operation: mintNft() })),
    'wrong number of UTXOs for the operation',
  ],
  [
    'a mint of amounts on two outputs',
    operated(() => ({ assetId, utxos: [...at(1), ...at(2)], operation: mint() })),
    'wrong number of utxos for the operation',
  ],
  ['a mint of amounts on a right to mint NFTs', one(3, mint()), 'wrong utxo type'],
  ['a mint of an NFT on a right to mint amounts', one(1, mintNft()), 'wrong utxo type'],
  ['a move of an NFT on a right to mint', one(3, sendNft()), 'wrong utxo type'],
  ['a mint of a property on another right', one(3, mintProperty()), 'wrong utxo type'],
  ['a burn of a property', one(3, burn()), 'wrong utxo type'],
  ['a mint of a property on a property', one(6, mintProperty()), 'wrong utxo type'],
  ['a burn of the right to make properties', one(5, burn()), 'wrong utxo type'],
  [
    'a mint of a property on two outputs',
    operated(() => ({ assetId, utxos: [...at(5), ...at(6)], operation: mintProperty() })),
    'wrong number of UTXOs for the operation',
  ],
  [
    'a mint of a property with a credential for amounts',
    withCredential(mintProperty(), 5, 'Credential'),
    'wrong credential type',
  ],
  [
    'a burn with a credential for NFTs',
    withCredential(burn(), 6, 'NftCredential'),
    'wrong credential type',
  ],
  [
    'a mint of a property that gives the right away',
    one(5, { ...mintProperty(), mintOutput: other } as ExchangeOperation),
    'wrong mint output provided',
  ],
  [
    'a burn with too many signers',
    one(6, { type: 'PropertyBurnOperation', input: { signatureIndices: [0, 1] } }),
    'input has more signers than expected',
  ],
  [
    'a property whose owners are out of order',
    one(5, {
      ...mintProperty(),
      ownedOutput: { ...owners, threshold: 2 },
    } as ExchangeOperation),
    'output is unspendable',
  ],
  [
    'a mint that gives the right away',
    one(1, { ...mint(), mintOutput: other } as ExchangeOperation),
    'wrong mint output created from the operation',
  ],
  ['an NFT of another group', one(3, mintNft(2)), 'wrong unique ID provided'],
  [
    'a mint of an NFT with a credential for amounts',
    withCredential(mintNft(), 3, 'Credential'),
    'wrong credential type',
  ],
  [
    'a mint of amounts with a credential for NFTs',
    withCredential(mint(), 1, 'NftCredential'),
    'wrong credential type',
  ],
  [
    'an operation with too few signers',
    one(1, { ...mint(), input: { signatureIndices: [] } }),
    'input has less signers than expected',
  ],
]

test.each(refused)('%s is refused with the words of the node', async (_name, made, text) => {
  const bytes = await made()
  const before = await server.export()
  expect((await issued(bytes)).error).toEqual({ code: -32000, message: text, data: null })
  expect(await server.export()).toEqual(before)
})

test('an NFT keeps its group and its bytes when it moves', async () => {
  const minted = signed(await operating([{ assetId, utxos: at(3), operation: mintNft() }]))
  expect(await issued(minted)).toHaveProperty('result.txID')
  const moving = async (operation: ExchangeOperation) =>
    issued(signed(await operating([{ assetId, utxos: at(1, idOf(minted)), operation }])))
  const bytes = await moving(sendNft(new Uint8Array(3)))
  expect(bytes.error?.message).toBe('wrong bytes provided')
  expect((await moving(sendNft(hello, 2))).error?.message).toBe('wrong unique ID provided')
  expect(await moving(sendNft())).toHaveProperty('result.txID')
})

test('outputs of an asset need an asset, and an extension that it has', async () => {
  const creation = {
    ...(await creating()),
    initialStates: [{ fxIndex: 1, outputs: [{ type: 'NftMintOutput', groupId: 1, ...owners }] }],
  } as Creation
  const nfts = signed(creation)
  expect(await issued(nfts)).toHaveProperty('result.txID')
  const operation = mintProperty()
  const tx = await operating([{ assetId: idOf(nfts), utxos: at(1, idOf(nfts)), operation }])
  expect((await issued(signed(tx))).error?.message).toBe('incompatible feature extension')
})

test('a wallet burns units of an asset, as the node allows', async () => {
  const [avax] = spendable(await utxosOf(server, 'X')) as [Spendable]
  const units = { ...avax, txId: assetId, outputIndex: 2, assetId, amount: 1000n }
  const burning = signed({
    type: 'BaseTx',
    ...(await base(1_000_000n)),
    inputs: [inputOf(avax), inputOf(units)].sort(
      (a, b) => Buffer.compare(a.txId, b.txId) || a.outputIndex - b.outputIndex,
    ),
  })
  expect(await issued(burning)).toHaveProperty('result.txID')
  const { amountUnlocked, amountCreated } = await live(encodeCb58(idOf(burning)))
  const sumOfAsset = (amounts: { assetId: string; amount: string }[]) =>
    amounts.filter((each) => each.assetId === encodeCb58(assetId)).map(({ amount }) => amount)
  expect([sumOfAsset(amountUnlocked), sumOfAsset(amountCreated)]).toEqual([['1000'], []])
  expect(await server.check()).toMatchObject({ violations: 0 })
})

test('a balance beyond 64 bits is the largest one of all balances, and an error by itself', async () => {
  const maxUint64 = 2n ** 64n - 1n
  const states = [maxUint64, maxUint64].map((amount) => ({
    ...{ type: 'TransferOutput' as const, amount, ...owners },
  }))
  const initialStates = [{ fxIndex: 0, outputs: states }]
  const { result } = await issued(signed({ ...(await creating()), initialStates }))
  const [address, assetID] = [`X-${ewoqText}`, result.txID]
  expect((await ask('getBalance', { address, assetID })).error?.message).toBe('overflow')
  expect((await ask('getAllBalances', { address })).result.balances).toContainEqual({
    ...{ asset: assetID, balance: String(maxUint64) },
  })
})

test('units of an asset that a wallet creates can be paid, and an NFT credential cannot', async () => {
  const [avax] = spendable(await utxosOf(server, 'X')) as [Spendable]
  const units = { txId: assetId, outputIndex: 2, assetId }
  const unsigned: Of<'BaseTx'> = {
    type: 'BaseTx',
    ...(await base(1_000_000n)),
    inputs: [inputOf(avax), inputOf({ ...avax, ...units, amount: 1000n })].sort(
      (a, b) => Buffer.compare(a.txId, b.txId) || a.outputIndex - b.outputIndex,
    ),
    outputs: sortOutputs([
      outputTo(avax.amount - 1_000_000n),
      { assetId, output: { type: 'TransferOutput', amount: 1000n, ...other } },
    ]),
  }
  const { credentials } = exchangeTransactions.decode(signed(unsigned))
  const nft = exchangeTransactions.encode({
    unsigned,
    credentials: credentials.map((each, index) =>
      encodeCb58(unsigned.inputs[index]?.assetId ?? avaxId) === encodeCb58(assetId)
        ? { ...each, type: 'NftCredential' }
        : each,
    ),
  })
  expect((await issued(nft)).error?.message).toBe(
    'failed to verify transfer: cant transfer with this fx',
  )
  expect(await issued(signed(unsigned))).toHaveProperty('result.txID')
  expect((await server.check()).violations).toBe(0)
})
