import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NftToken } from '../../schemas/data/tokens.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { initCodeOf } from './support/solidity.ts'

// NFTs of contracts that users deploy: the Data API tells what their code returns.

const source = `contract Tokens {
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  event TransferSingle(
    address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
  );
  bytes4 immutable standard;
  mapping(uint256 => string) uris;
  constructor(bytes4 standard_) { standard = standard_; }
  function supportsInterface(bytes4 id) external view returns (bool) {
    return id == 0x01ffc9a7 || id == standard;
  }
  function setUri(uint256 id, string calldata text) external { uris[id] = text; }
  function mint(uint256 id, string calldata text) external {
    uris[id] = text;
    if (standard == 0x80ac58cd) emit Transfer(address(0), msg.sender, id);
    else emit TransferSingle(msg.sender, address(0), msg.sender, id, 5);
  }
  function mintMany(uint256 from, uint256 count) external {
    for (uint256 id = from; id < from + count; id++) emit Transfer(address(0), msg.sender, id);
  }
  function tokenURI(uint256 id) external view returns (string memory) {
    require(id != 13, "no such token");
    if (id == 14 || id >= 1000) for (;;) {}
    if (id == 15) {
      string memory long = "data:,0123456789";
      for (uint256 i; i < 13; i++) long = string.concat(long, long);
      return long;
    }
    if (id == 16) return string(bytes(hex"ff"));
    return uris[id];
  }
  function uri(uint256 id) external view returns (string memory) { return uris[id]; }
}`
const bytecode = initCodeOf('Tokens', source)

let server: Snowglobe
/** Contracts by standard. */
let erc721: string
let erc1155: string
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  erc721 = await deployed('0x80ac58cd')
  erc1155 = await deployed('0xd9b67a26')
})
afterAll(() => server.close())

async function deployed(standard: string): Promise<string> {
  const { results } = await server.act({
    ...{ do: 'deploy', from: 'ewoq', chain: 'C', network: 'fuji', bytecode },
    ...{ signature: 'constructor(bytes4)', arguments: [standard] },
  })
  return results[0]?.address ?? ''
}

const call = (contract: string, name: string, ...args: string[]) =>
  server.act({
    ...{ do: 'call', from: 'ewoq', chain: 'C', network: 'fuji' },
    ...{ contract, function: name, arguments: args },
  })
const mint = (contract: string, id: number, uri: string) =>
  call(contract, 'mint(uint256,string)', String(id), uri)
const pathOf = (contract: string, id: number) =>
  `/v1/chains/43113/nfts/collections/${contract}/tokens/${id}`
async function tokenOf(contract: string, id: number): Promise<NftToken> {
  const response = await server.inject(pathOf(contract, id))
  expect([id, response.statusCode]).toEqual([id, 200])
  return response.json()
}
const base64 = (text: string) =>
  `data:application/json;base64,${Buffer.from(text).toString('base64')}`

test('a document in the URI is the metadata', async () => {
  const picture = 'data:image/svg+xml;base64,PHN2Zy8+'
  const attributes = [{ trait_type: 'power', value: 7 }]
  const document = {
    ...{ name: 'Fox #1', symbol: 'FOX', description: 'Ein Fuchs im Schnee: ❄', image: picture },
    ...{ animation_url: 'ipfs://fox', external_url: 'https://fox.example', attributes },
    background_color: 'ffffff',
  }
  const uri = base64(JSON.stringify(document))
  await mint(erc721, 1, uri)
  const { tokenUri, metadata } = await tokenOf(erc721, 1)
  expect(tokenUri).toBe(uri)
  expect(metadata).toEqual({
    ...{ indexStatus: 'indexed', metadataLastUpdatedTimestamp: expect.any(Number) },
    ...{ name: 'Fox #1', symbol: 'FOX', description: 'Ein Fuchs im Schnee: ❄', imageUri: picture },
    ...{ animationUri: 'ipfs://fox', externalUrl: 'https://fox.example', background: 'ffffff' },
    attributes: JSON.stringify(attributes),
  })

  const kind = { name: 'Snow', decimals: 2, properties: { cold: true } }
  await mint(erc1155, 1, `data:application/json;utf8,${JSON.stringify(kind)}`)
  expect((await tokenOf(erc1155, 1)).metadata).toMatchObject({
    ...{ indexStatus: 'indexed', name: 'Snow', attributes: '{"cold":true}' },
  })
})

test.each([
  ['https://example.org/2.json', 'unindexed'],
  ['ipfs://bafy/2.json', 'unindexed'],
  ['ar://abc', 'unindexed'],
  ['ftp://example.org/2.json', 'invalid_token_uri_scheme'],
  ['just some words', 'invalid_token_uri'],
  ['data:application/json', 'invalid_token_uri'],
  ['', 'missing_token'],
  [base64('{"name":'), 'invalid_metadata_json'],
  [base64('['.repeat(100)), 'invalid_metadata_json'],
  [base64('["a"]'), 'invalid_metadata'],
  [base64('null'), 'invalid_metadata'],
  [base64('{"name":5,"image":{},"attributes":null}'), 'indexed'],
  ['data:application/json,{"name":"100%"}', 'indexed'],
  ['data:,%7B%22name%22%3A%22a%22%7D', 'indexed'],
])('the URI %j is %s, and reads the same again', async (uri, status) => {
  const id = nextId++
  for (const contract of [erc721, erc1155]) {
    await mint(contract, id, uri)
    const token = await tokenOf(contract, id)
    expect([token.tokenUri, token.metadata.indexStatus]).toEqual([uri, status])
    expect(token.metadata.metadataLastUpdatedTimestamp === undefined).toBe(status === 'unindexed')
  }
})
let nextId = 100

test.each([
  [13, 'reverts', 'missing_token'],
  [14, 'never ends', 'missing_token'],
  [16, 'is no text', 'missing_token'],
])('where the call of token %i %s, it has no URI', async (id, _, status) => {
  await mint(erc721, id, 'https://example.org')
  expect(await tokenOf(erc721, id)).toMatchObject({
    ...{ tokenUri: '', metadata: { indexStatus: status } },
  })
})

test('a URI of more than 64 KB is left out', async () => {
  await mint(erc721, 15, '')
  expect(await tokenOf(erc721, 15)).toMatchObject({
    ...{ tokenUri: '', metadata: { indexStatus: 'metadata_content_too_large' } },
  })
})

test('of many tokens whose contract answers slowly, the first are called', async () => {
  await call(erc721, 'mintMany(uint256,uint256)', '1000', '300')
  const statuses = []
  for (let id = 1000; id < 1010; id++)
    statuses.push((await tokenOf(erc721, id)).metadata.indexStatus)
  expect(statuses).toEqual([
    ...Array.from({ length: 5 }, () => 'missing_token'),
    ...Array.from({ length: 5 }, () => 'unindexed'),
  ])
})

test('reindexing reads the URI again, as after a reveal', async () => {
  await mint(erc721, 50, 'ipfs://hidden')
  await call(erc721, 'setUri(uint256,string)', '50', base64('{"name":"Revealed"}'))
  expect(await tokenOf(erc721, 50)).toMatchObject({
    ...{ tokenUri: 'ipfs://hidden', metadata: { indexStatus: 'unindexed' } },
  })
  const reindexed = () => server.inject({ method: 'POST', url: `${pathOf(erc721, 50)}:reindex` })
  expect((await reindexed()).statusCode).toBe(201)
  expect(await tokenOf(erc721, 50)).toMatchObject({
    tokenUri: base64('{"name":"Revealed"}'),
    metadata: { indexStatus: 'indexed', name: 'Revealed' },
  })
  await call(erc721, 'setUri(uint256,string)', '50', 'ipfs://gone')
  await server.clock.advance('1h')
  expect((await reindexed()).statusCode).toBe(201)
  const { tokenUri, metadata } = await tokenOf(erc721, 50)
  expect(tokenUri).toBe('ipfs://gone')
  expect(metadata).toEqual({ indexStatus: 'unindexed' })
})

test('the world is consistent after it', async () => {
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
