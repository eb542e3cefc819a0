import { encodeFunctionData, type Hex, parseAbi, parseEventLogs } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseId, toHex } from '../../src/formats/ids.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { initCodeOf } from './support/solidity.ts'

// Contracts that lie, or that shout: whatever they return and log, the interfaces answer in their
// own shapes, and the world stays consistent.

const source = `
contract Liar {
  event Transfer(address indexed from, address indexed to, uint256 value);
  string text;
  uint8 public decimals = 255;
  constructor(string memory text_) { text = text_; }
  function name() external view returns (string memory) { return text; }
  function symbol() external view returns (string memory) { return text; }
  function totalSupply() external pure returns (uint256) { return type(uint256).max; }
  function balanceOf(address) external pure returns (uint256) { return type(uint256).max; }
  function transfer(address to, uint256 value) external returns (bool) {
    emit Transfer(address(0xdead), to, value);
    return true;
  }
  function flood(address to, uint256 count) external {
    for (uint256 i; i < count; i++) emit Transfer(to, to, i);
  }
}
contract Shouter {
  function totalSupply() external pure returns (uint256) { return 1; }
  function balanceOf(address) external pure returns (uint256) { return 1; }
  function transfer(address, uint256) external pure returns (bool) { return true; }
  function name() external pure returns (string memory) { return string(new bytes(10_000_000)); }
  function symbol() external pure returns (string memory) {
    assembly { mstore(0, 0x20) mstore(0x20, not(0)) return(0, 0x40) }
  }
}
contract Echo {
  function emitLog(bytes32 topic, bytes calldata data) external {
    assembly {
      let free := mload(0x40)
      calldatacopy(free, data.offset, data.length)
      log4(free, data.length, topic, 1, 2, 3)
    }
  }
}
contract Breaker { constructor() { assembly { mstore(0, not(0)) log1(0, 32, 0) } } }
contract Destructor {
  constructor() { for (uint256 i; i < 40; i++) new Gone(); }
}
contract Gone { constructor() { selfdestruct(payable(msg.sender)); } }`

const own = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const who = { from: 'ewoq', chain: 'C', network: 'fuji' } as const
async function deploy(name: string, args: string[] = []): Promise<string> {
  const { results } = await server.act({
    ...{ do: 'deploy', ...who, bytecode: initCodeOf(name, source) },
    ...(args.length > 0 && { signature: 'constructor(string)', arguments: args }),
  })
  return results[0]?.address ?? ''
}
async function call(contract: string, signature: string, ...args: string[]): Promise<string> {
  const { results } = await server.act({
    ...{ do: 'call', ...who, contract, function: signature, arguments: args },
  })
  return results[0]?.txId ?? ''
}
async function read(path: string) {
  const response = await server.inject(path)
  expect([path, response.statusCode]).toEqual([path, 200])
  return response.json()
}
const onC = (path: string) => read(`/v1/chains/43113${path}`)

test('an ERC-20 that logs transfers of coins that do not exist: no balance leaves a word', async () => {
  const liar = await deploy('Liar', ['<script>alert(1)</script>\u202e\u0007'])
  const most = String(2n ** 256n - 1n)
  for (const value of [most, most, '1']) await call(liar, 'transfer(address,uint256)', own, value)
  expect(await onC(`/addresses/${liar}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: '<script>alert(1)</script>\u202e', decimals: 255 },
  })
  const { erc20TokenBalances } = await onC(
    `/addresses/${own}/balances:listErc20?contractAddresses=${liar}`,
  )
  expect(erc20TokenBalances).toMatchObject([{ address: liar, balance: most, decimals: 255 }])
  const { transfers } = await onC(`/tokens/${liar}/transfers`)
  expect(transfers).toHaveLength(3)
})

test('names of 10 MB, and texts longer than their bytes, are no names', async () => {
  const shouter = await deploy('Shouter')
  const shown = await onC(`/addresses/${shouter}`)
  expect(shown).toMatchObject({ ercType: 'ERC-20', decimals: 0 })
  expect([shown.name, shown.symbol]).toEqual([undefined, undefined])
})

test('a thousand transfers in a transaction have pages', async () => {
  const liar = await deploy('Liar', ['Flood'])
  const txId = await call(liar, 'flood(address,uint256)', own, '1000')
  const { erc20Transfers } = await onC(`/transactions/${txId}`)
  expect(erc20Transfers).toHaveLength(1_000)
  const url = `/tokens/${liar}/transfers?pageSize=100`
  const seen = new Set<string>()
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page = await onC(token === '' ? url : `${url}&pageToken=${token}`)
    for (const { logIndex } of page.transfers) seen.add(logIndex)
    token = page.nextPageToken
  }
  expect(seen.size).toBe(1_000)
})

test('logs with the topics of messages and of NFTs, from contracts that are neither, count for nothing', async () => {
  const before = (await read('/v1/icm/messages?pageSize=100')).messages.length
  const echo = await deploy('Echo')
  for (const topic of [
    // SendCrossChainMessage and ReceiveCrossChainMessage of the messenger; TransferSingle.
    '0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8',
    '0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34',
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  ])
    for (const data of ['0x', `0x${'ff'.repeat(640)}`])
      await call(echo, 'emitLog(bytes32,bytes)', topic, data)
  expect((await read('/v1/icm/messages?pageSize=100')).messages).toHaveLength(before)
  expect(await onC(`/addresses/${echo}`)).toMatchObject({ ercType: 'UNKNOWN' })
})

const messenger = '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf'
const abi = parseAbi([
  'struct Fee { address feeTokenAddress; uint256 amount; }',
  'struct Input { bytes32 destinationBlockchainID; address destinationAddress; Fee feeInfo; uint256 requiredGasLimit; address[] allowedRelayerAddresses; bytes message; }',
  'function sendCrossChainMessage(Input messageInput)',
  'struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }',
  'struct Message { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainID; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }',
  'function retrySendCrossChainMessage(Message message)',
  'event SendCrossChainMessage(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, Message message, Fee feeInfo)',
])
const noFee = { feeTokenAddress: `0x${'00'.repeat(20)}`, amount: 0n } as const
const target = `0x${'00'.repeat(19)}AA` as const

/** Sends a message to a chain by its id, 32 bytes; returns the log of the messenger. */
async function send(destinationBlockchainID: Hex) {
  const data = encodeFunctionData({
    abi,
    functionName: 'sendCrossChainMessage',
    args: [
      {
        ...{ destinationBlockchainID, destinationAddress: target, feeInfo: noFee },
        ...{ requiredGasLimit: 2n ** 255n, allowedRelayerAddresses: [], message: '0xff' },
      },
    ],
  })
  return sent(data)
}

async function sent(data: Hex) {
  const { results } = await server.act({ do: 'call', ...who, contract: messenger, data })
  const payload = {
    ...{ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt' },
    params: [results[0]?.txId],
  }
  const { result } = (await server.inject({ method: 'POST', url: '/ext/bc/C/rpc', payload })).json()
  const [log] = parseEventLogs({ abi, logs: result.logs })
  if (!log) throw new Error('the messenger logged nothing')
  return { txId: results[0]?.txId, ...log.args }
}

test('a message to a chain that no definition names has a log and no row', async () => {
  const { messageID } = await send(`0x${'ab'.repeat(32)}`)
  expect((await server.inject(`/v1/icm/messages/${messageID.slice(2)}`)).statusCode).toBe(404)
  await server.clock.advance('1d')
  const { messages } = await read(`/v1/icm/addresses/${own}/messages`)
  expect(messages.map(({ messageId }: { messageId: string }) => messageId)).not.toContain(messageID)
})

test('a message that is sent again keeps its first transaction', async () => {
  const { chains } = await read('/v1/chains?network=fuji')
  const [l1] = chains.filter(({ chainId }: { chainId: string }) => chainId !== '43113')
  const { blockchainId } = await read(`/v1/networks/fuji/blockchains/${l1.platformChainId}`)
  const first = await send(toHex(parseId(blockchainId)) as Hex)
  const retry = encodeFunctionData({
    ...{ abi, functionName: 'retrySendCrossChainMessage', args: [first.message] },
  })
  for (let i = 0; i < 2; i++) expect((await sent(retry)).messageID).toBe(first.messageID)
  const message = await read(`/v1/icm/messages/${first.messageID.slice(2)}`)
  expect(message).toMatchObject({
    ...{ to: target, destinationEvmChainId: l1.chainId },
    sourceTransaction: { txHash: first.txId },
  })
  await server.clock.advance('1d')
})

test('contracts that destroy themselves while they are made', async () => {
  const maker = await deploy('Destructor')
  await deploy('Breaker')
  expect(await onC(`/addresses/${maker}`)).toMatchObject({ ercType: 'UNKNOWN' })
})

test('the world is consistent after all of it', async () => {
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
