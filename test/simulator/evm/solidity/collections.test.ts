import { beforeEach, expect, test } from 'vitest'
import { createdAddress } from '../../../../src/evm/calls.ts'
import { bytesOf } from '../../../../src/evm/state.ts'
import {
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../../../src/formats/evm/events.ts'
import {
  collectionCreatedEvent,
  erc721,
  erc1155,
  other,
} from '../../../../src/simulator/evm/contracts/contract-interfaces.ts'
import { accountOf, BothEngines, logOf } from '../../../support/evm/both-engines.ts'

const [alice, bob] = [accountOf(0xa11ce), accountOf(0xb0b)]
const zero = accountOf(0)
const bytes = bytesOf
const noData = new Uint8Array()

let engines: BothEngines
beforeEach(async () => {
  // The rules of the C-chain's first blocks.
  engines = new BothEngines('istanbul')
  await engines.fund(alice, bob)
})

const facts = { name: 'Snow Globes', symbol: 'GLOBE' }

const moved = (token: string, from: string, to: string, tokenId: bigint) =>
  logOf(erc721Transfer.encode(bytes(token), { from: bytes(from), to: bytes(to), tokenId }))

test('a collection tells about itself and its tokens', async () => {
  const { address: to, logs } = await engines.deploy(alice, 'Collection', facts)
  expect(logs).toEqual([])
  await engines.call(bob, { to, data: erc721.safeMint.encode({ to: bytes(bob), tokenId: 12n }) })
  const read = (name: string, args: unknown[] = []) => engines.read('Collection', to, name, args)
  expect(await read('name')).toBe('Snow Globes')
  expect(await read('symbol')).toBe('GLOBE')
  expect(String(await read('ownerOf', [12n])).toLowerCase()).toBe(bob)
  expect(await read('tokenURI', [12n])).toBe(`https://metadata.example.org/${to}/12.json`)
  for (const [id, supported] of [
    ['0x01ffc9a7', true],
    ['0x80ac58cd', true],
    ['0x5b5e139f', true],
    ['0xd9b67a26', false],
    ['0xffffffff', false],
  ])
    expect([id, await read('supportsInterface', [id])]).toEqual([id, supported])
  await expect(read('tokenURI', [13n])).rejects.toThrow('ERC721NonexistentToken(13)')
})

test('anyone mints what no account owns, and the collection holds the price', async () => {
  const { address: to } = await engines.deploy(alice, 'Collection', facts)
  const data = erc721.safeMint.encode({ to: bytes(bob), tokenId: 1n })
  const minted = await engines.call(bob, { to, data, value: 5n })
  expect(minted.logs).toEqual([moved(to, zero, bob, 1n)])
  expect(engines.state.account(to)?.balance).toBe(5n)
  const again = await engines.call(alice, { to, data })
  expect(engines.reasonOf('Collection', again.output)).toMatch(/^ERC721InvalidSender/)
  const batch = erc721.mintBatch.encode({ to: bytes(alice), tokenIds: [7n, 8n] })
  const several = await engines.call(alice, { to, data: batch, value: 2n })
  expect(several.logs).toEqual([moved(to, zero, alice, 7n), moved(to, zero, alice, 8n)])
  const twice = erc721.mintBatch.encode({ to: bytes(alice), tokenIds: [9n, 9n] })
  expect((await engines.call(alice, { to, data: twice })).isSuccess).toBe(false)
})

test('an owner transfers and burns a token, and no other account does', async () => {
  const { address: to } = await engines.deploy(alice, 'Collection', facts)
  await engines.call(bob, { to, data: erc721.safeMint.encode({ to: bytes(bob), tokenId: 1n }) })
  const transfer = { from: bytes(bob), to: bytes(alice), id: 1n }
  const data = erc721.safeTransferFrom.encode(transfer)
  const stolen = await engines.call(alice, { to, data })
  expect(engines.reasonOf('Collection', stolen.output)).toMatch(/^ERC721InsufficientApproval/)
  expect((await engines.call(bob, { to, data })).logs).toEqual([moved(to, bob, alice, 1n)])
  const burn = erc721.burn.encode({ tokenId: 1n })
  expect((await engines.call(bob, { to, data: burn })).isSuccess).toBe(false)
  expect((await engines.call(alice, { to, data: burn })).logs).toEqual([moved(to, alice, zero, 1n)])
})

test('a contract that does not accept tokens gets none', async () => {
  const { address: to } = await engines.deploy(alice, 'Collection', facts)
  const data = erc721.safeMint.encode({ to: bytes(to), tokenId: 1n })
  const refused = await engines.call(bob, { to, data })
  expect(engines.reasonOf('Collection', refused.output)).toMatch(/^ERC721InvalidReceiver/)
})

test('tokens of several kinds are minted and moved, one kind or a batch at a time', async () => {
  const { address: to, logs } = await engines.deploy(alice, 'MultiCollection', facts)
  expect(logs).toEqual([])
  const [operator, from] = [bytes(bob), bytes(zero)]
  const mint = { to: bytes(bob), id: 3n, value: 20n }
  const minted = await engines.call(bob, {
    to,
    data: erc1155.mint.encode({ ...mint, data: noData }),
  })
  expect(minted.logs).toEqual([
    logOf(erc1155TransferSingle.encode(bytes(to), { operator, from, ...mint })),
  ])
  const batch = { to: bytes(bob), ids: [1n, 2n], values: [10n, 11n] }
  const several = await engines.call(bob, {
    to,
    data: erc1155.mintBatch.encode({ ...batch, data: noData }),
  })
  expect(several.logs).toEqual([
    logOf(erc1155TransferBatch.encode(bytes(to), { operator, from, ...batch })),
  ])
  const single = { from: bytes(bob), to: bytes(alice), id: 3n, value: 4n }
  const given = await engines.call(bob, {
    to,
    data: erc1155.safeTransferFrom.encode({ ...single, data: noData }),
  })
  expect(given.logs).toEqual([
    logOf(erc1155TransferSingle.encode(bytes(to), { operator, ...single })),
  ])
  const pair = { from: bytes(bob), to: bytes(alice), ids: [1n, 3n], values: [1n, 1n] }
  const pairData = erc1155.safeBatchTransferFrom.encode({ ...pair, data: noData })
  const pairs = await engines.call(bob, { to, data: pairData })
  expect(pairs.logs).toEqual([logOf(erc1155TransferBatch.encode(bytes(to), { operator, ...pair }))])
  expect(await engines.read('MultiCollection', to, 'balanceOf', [alice, 3n])).toBe(5n)

  const stolen = await engines.call(alice, { to, data: pairData })
  expect(engines.reasonOf('MultiCollection', stolen.output)).toMatch(
    /^ERC1155MissingApprovalForAll/,
  )
})

test('a contract of several kinds tells about itself', async () => {
  const { address: to } = await engines.deploy(alice, 'MultiCollection', facts)
  const read = (name: string, args: unknown[] = []) =>
    engines.read('MultiCollection', to, name, args)
  expect(await read('name')).toBe('Snow Globes')
  expect(await read('symbol')).toBe('GLOBE')
  expect(await read('uri', [5n])).toBe(`https://metadata.example.org/${to}/5.json`)
  expect(await read('supportsInterface', ['0xd9b67a26'])).toBe(true)
  expect(await read('supportsInterface', ['0x80ac58cd'])).toBe(false)
})

test.each([
  ['Collection', other.createCollection, '0x80ac58cd'],
  ['MultiCollection', other.createMultiCollection, '0xd9b67a26'],
] as const)('a factory creates a %s for its caller', async (kind, create, interfaceId) => {
  const name = 'Collection Factory'
  const { address: to } = await engines.deploy(alice, 'CollectionFactory', { name })
  expect(await engines.read('CollectionFactory', to, 'name')).toBe(name)
  for (const nonce of [1n, 2n]) {
    const collection = createdAddress(to, nonce)
    const data = create.encode({ name: 'Frost Prints', symbol: 'FROST' })
    const created = await engines.call(bob, { to, data })
    const values = { creator: bytes(bob), collection: bytes(collection) }
    expect(created.logs).toEqual([logOf(collectionCreatedEvent.encode(bytes(to), values))])
    expect(created.root.calls).toMatchObject([{ kind: 'CREATE', from: to, to: collection }])
    expect(await engines.read(kind, collection, 'symbol')).toBe('FROST')
    expect(await engines.read(kind, collection, 'supportsInterface', [interfaceId])).toBe(true)
  }
  expect((await engines.call(bob, { to, value: 3n })).isSuccess).toBe(true)
})
