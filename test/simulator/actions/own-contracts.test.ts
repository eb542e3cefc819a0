import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Action } from '../../../schemas/control/actions/index.ts'
import { creationCode } from '../../../src/simulator/evm/solidity/compiled/creation-code.ts'
import { refusalOf } from '../../control/support/transports.ts'
import { actedOn } from './support.ts'

const { act, actAs, get, problems, server } = actedOn()

const abiOf = (name: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../src/simulator/evm/solidity/compiled/${name}.json`, import.meta.url),
      'utf8',
    ),
  ).abi as unknown[]

/** What Hardhat and Foundry write of a contract, with fields that are ignored. */
const hardhat = {
  ...{ _format: 'hh3-artifact-1', contractName: 'Token', sourceName: 'contracts/Token.sol' },
  abi: abiOf('Token'),
  bytecode: creationCode.Token,
  linkReferences: {},
}
const foundry = {
  abi: abiOf('Token'),
  bytecode: { object: creationCode.Token, sourceMap: '1:2:3', linkReferences: {} },
  methodIdentifiers: { 'name()': '06fdde03' },
}
const signature = 'constructor(string,string,uint8,uint256)'
const values = ['Own Coin', 'OWN', 6, '5000000']

const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const bob = '0x00000000000000000000000000000000000000b0'
const onC = (path: string) => get(`/v1/chains/43114${path}`)
const deploy = { do: 'deploy', from: 'ewoq', chain: 'C' } as const

test.each([
  ['the artifact of Hardhat', { artifact: hardhat }],
  ['the artifact of Foundry', { artifact: foundry }],
  ['bytecode and signature', { bytecode: creationCode.Token, signature }],
] as const)('%s becomes a contract that indexers find out about', async (as, code) => {
  const { results } = await act({ ...deploy, ...code, arguments: values })
  const [made] = results
  expect(await onC(`/addresses/${made?.address}`)).toMatchObject({
    ...{ ercType: 'ERC-20', name: 'Own Coin', symbol: 'OWN', decimals: 6 },
    deploymentDetails: { txHash: made?.txId, deployerAddress: ewoq },
  })
  const { erc20TokenBalances } = await onC(
    `/addresses/${ewoq}/balances:listErc20?contractAddresses=${made?.address}`,
  )
  expect(erc20TokenBalances, as).toMatchObject([{ symbol: 'OWN', balance: '5000000' }])
})

test('functions are called by signature and arguments, with names for addresses', async () => {
  const { results } = await act(
    { ...deploy, artifact: foundry, arguments: values, as: 'own' },
    {
      ...{ do: 'call', from: 'ewoq', contract: 'own' },
      ...{ function: 'mint(address to, uint256 value)', arguments: ['alice', '0x10'] },
    },
    {
      ...{ do: 'call', from: 'ewoq', contract: 'own' },
      ...{ function: 'transfer(address,uint256)', arguments: ['own', 7] },
    },
  )
  const [made, minted, sent] = results
  const { transfers } = await onC(`/tokens/${made?.address}/transfers`)
  const amounts = transfers.map((each: { txHash: string; value: string }) => [
    each.txHash,
    each.value,
  ])
  expect(amounts).toEqual([
    [sent?.txId, '7'],
    [minted?.txId, '16'],
    [made?.txId, '5000000'],
  ])
  expect(transfers[0].to.address).toBe(made?.address)
  expect((await onC(`/transactions/${minted?.txId}`)).nativeTransaction).toMatchObject({
    ...{ txStatus: '1', to: { address: made?.address } },
    method: { methodHash: '0x40c10f19', methodName: 'mint(address,uint256)' },
  })
})

test('coins go along, and call data may be given as bytes', async () => {
  const { results } = await act(
    {
      ...deploy,
      bytecode: creationCode.WrappedNativeToken,
      signature: '(string,string)',
      arguments: ['Own', 'WOWN'],
      as: 'wrapped',
    },
    { do: 'call', from: 'ewoq', contract: 'wrapped', function: 'deposit()', value: '2.5' },
    // withdraw(1 coin)
    {
      ...{ do: 'call', from: 'ewoq', contract: 'wrapped' },
      data: `0x2e1a7d4d${(10n ** 18n).toString(16).padStart(64, '0')}`,
    },
    { do: 'call', from: 'ewoq', contract: bob, chain: 'C', value: '0.5', data: '0x1234' },
  )
  const wrapped = results[0]?.address
  const native = await onC(`/addresses/${wrapped}/balances:getNative`)
  expect(native.nativeTokenBalance.balance).toBe('1500000000000000000')
  const { erc20TokenBalances } = await onC(
    `/addresses/${ewoq}/balances:listErc20?contractAddresses=${wrapped}`,
  )
  expect(erc20TokenBalances).toMatchObject([{ balance: '1500000000000000000' }])
  const given = await onC(`/addresses/${bob}/balances:getNative`)
  expect(given.nativeTokenBalance.balance).toBe('500000000000000000')
})

const longest = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}…` : text

test('what cannot be deployed or called is refused, and changes nothing', async () => {
  await act({ ...deploy, artifact: foundry, arguments: values, as: 'still' })
  const { fingerprint } = await server().world()
  const call = { do: 'call', from: 'alice', contract: 'still' }
  const mint = { ...call, function: 'mint(address,uint256)' }
  const cases: [object, string][] = [
    [deploy, 'kind must be given, unless bytecode or artifact is given, found nothing'],
    [
      { ...deploy, kind: 'ERC-20', bytecode: '0x00' },
      'bytecode must be absent when kind is given, because an action deploys only one of them, found "0x00"',
    ],
    [
      { ...deploy, bytecode: '0x00', artifact: hardhat },
      'artifact must be absent when bytecode is given, because an action deploys only one of them',
    ],
    [
      { ...deploy, kind: 'ERC-20', arguments: [] },
      'arguments must be absent when kind is given; it belongs to bytecode or artifact',
    ],
    [
      { ...deploy, bytecode: '0x00', symbol: 'A' },
      'symbol must be absent unless kind is given, because the code determines it',
    ],
    [
      { ...deploy, bytecode: creationCode.Token, arguments: [1] },
      'arguments must be values for constructor(): takes 0 arguments, not 1',
    ],
    [
      { ...deploy, artifact: hardhat, arguments: ['A', 'B', 256, 0] },
      'arguments must be values for the constructor: decimals_: 256 is not a uint8',
    ],
    [
      { ...deploy, artifact: { ...hardhat, bytecode: '0x60__$0123$__' } },
      'artifact must be linked: deploy its libraries, and replace the placeholders in its bytecode by their addresses',
    ],
    [
      { ...deploy, artifact: { ...hardhat, bytecode: '0x' } },
      'artifact must be that of a contract, with hex digits as its bytecode',
    ],
    [
      { ...deploy, artifact: { ...hardhat, abi: [{ type: 'constructor', inputs: [{}] }] } },
      'artifact must be one whose abi lists the inputs of the constructor with their types',
    ],
    [
      { ...deploy, artifact: hardhat, signature: '()' },
      'signature must be absent, because the ABI of the artifact has the constructor',
    ],
    [
      { ...deploy, bytecode: '0x' },
      'the creation code returns no code, so there is no contract to call',
    ],
    // Endless loop.
    [{ ...deploy, bytecode: '0x5b600056' }, 'the transaction would fail: out of gas'],
    [
      { ...deploy, artifact: hardhat, arguments: values, value: '1' },
      'the transaction would fail: execution reverted',
    ],
    [mint, 'arguments must be values for mint(address,uint256): takes 2 arguments, not 0'],
    [
      { ...mint, arguments: ['nobody-here', 1] },
      'nobody-here is neither a name in the cast nor an address; snowglobe cast lists the names',
    ],
    [
      { ...mint, arguments: ['alice', 1] },
      'the transaction would fail: execution reverted: OnlyOwnerMints(',
    ],
    [
      { ...call, function: 'mint address' },
      'function must be the signature of a function: no name and types in parentheses, as in mint(address,uint256), found "mint address"',
    ],
    [
      { ...call, function: '(uint8)', arguments: [1] },
      'function must be a signature with a name, as in mint(uint8); without one, give the encoded call as data',
    ],
    [{ ...call, arguments: [1] }, 'arguments must be absent without function'],
    [{ ...mint, data: '0x' }, 'data must be absent, because function is given'],
    [{ ...call, contract: bob }, `mainnet has no contract ${bob}`],
    [{ ...call, data: '0x', gasLimit: 21_000 }, 'the transaction would fail: out of gas'],
  ]
  for (const [action, message] of cases) {
    const refused = await refusalOf(actAs(action))
    expect(refused.message, longest(JSON.stringify(action), 200)).toContain(message)
  }
  expect((await server().world()).fingerprint).toBe(fingerprint)
})

test('a contract of the largest size is deployed, and one above it is refused', async () => {
  // PUSH3 size, PUSH0-free: returns so many zero bytes of memory as code.
  const sized = (size: number) => `0x62${size.toString(16).padStart(6, '0')}6000f3` as const
  await act({ ...deploy, bytecode: sized(24_576) } as Action)
  const refused = await refusalOf(actAs({ ...deploy, bytecode: sized(24_577) }))
  expect(refused.message).toContain('max code size exceeded')
  const long = await refusalOf(actAs({ ...deploy, bytecode: `0x${'00'.repeat(49_153)}` }))
  expect(long.message).toContain('max initcode size exceeded')
})

test('a contract that logs the balance of its caller sees the prepaid gas of the real limit', async () => {
  // Its code: a log of BALANCE of CALLER.
  const bytecode = '0x600b600c600039600b6000f3333160005260206000a000'
  await act({ ...deploy, bytecode, as: 'witness' })
  for (let i = 0; i < 12; i++) await act({ do: 'call', from: 'ewoq', contract: 'witness' })
  expect(await problems()).toEqual([])
})

test('the world is consistent after all of it', async () => {
  expect(await problems()).toEqual([])
})
