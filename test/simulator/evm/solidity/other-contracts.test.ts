import { beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../src/evm/state.ts'
import {
  address as addressType,
  array,
  encodeAbi,
  tuple,
  uint256,
} from '../../../../src/formats/evm/abi.ts'
import { abiFunction } from '../../../../src/formats/evm/calls.ts'
import { erc20Transfer } from '../../../../src/formats/evm/events.ts'
import { toHex } from '../../../../src/formats/ids.ts'
import { keccak256 } from '../../../../src/formats/keccak.ts'
import { contractOf } from '../../../../src/simulator/evm/contracts/contract-book.ts'
import {
  erc20,
  other,
  receiveTeleporterMessage,
  stakedEvent,
} from '../../../../src/simulator/evm/contracts/contract-interfaces.ts'
import { unitsWorth, worthOf } from '../../../../src/simulator/evm/ledgers/token-values.ts'
import { createRandomStreams } from '../../../../src/simulator/random.ts'
import { accountOf, BothEngines, logOf } from '../../../support/evm/both-engines.ts'

const [alice, bob, maker] = [accountOf(0xa11ce), accountOf(0xb0b), accountOf(0x3a4e4)]
const bytes = bytesOf

let engines: BothEngines
beforeEach(async () => {
  engines = new BothEngines('london')
  await engines.fund(alice, bob, maker)
})

const setRates = abiFunction('setRates', { tokens: array(addressType), rates: array(uint256) })

/** Worth of one smallest unit, as the exchange takes it. */
const rateOf = (usd: bigint, decimals: bigint) => (usd * 10n ** 54n) / 10n ** decimals

async function market() {
  const token = (symbol: string, decimals: bigint) =>
    engines.deploy(alice, 'Token', { name: symbol, symbol, decimals, supply: 10n ** 30n })
  const [usdc, weth] = [(await token('USDC', 6n)).address, (await token('WETH', 18n)).address]
  const { address: exchange } = await engines.deploy(maker, 'Exchange', { name: 'Mountain' })
  for (const to of [usdc, weth]) {
    const data = erc20.approve.encode({ spender: bytes(exchange), value: 2n ** 256n - 1n })
    await engines.call(alice, { to, data })
  }
  return { usdc, weth, exchange }
}

const moved = (token: string, from: string, to: string, value: bigint) =>
  logOf(erc20Transfer.encode(bytes(token), { from: bytes(from), to: bytes(to), value }))

test('an exchange takes two tokens, and swaps one for the other by its rates', async () => {
  const { usdc, weth, exchange } = await market()
  const [amountA, amountB] = [9_000n * 10n ** 6n, 3n * 10n ** 18n]
  const lent = await engines.call(alice, {
    to: exchange,
    data: other.addLiquidity.encode({ tokenA: bytes(usdc), tokenB: bytes(weth), amountA, amountB }),
  })
  expect(lent.logs).toEqual([
    moved(usdc, alice, exchange, amountA),
    moved(weth, alice, exchange, amountB),
  ])
  expect(lent.root.calls).toMatchObject([
    { kind: 'CALL', from: exchange, to: usdc },
    { kind: 'CALL', from: exchange, to: weth },
  ])

  const path = [bytes(usdc), bytes(weth)]
  const swap = { amountIn: 3_000n * 10n ** 6n, path, to: bytes(bob), deadline: 2n ** 40n }
  const swapped = (amountOutMin: bigint, changes = {}) =>
    engines.call(alice, {
      to: exchange,
      data: other.swap.encode({ ...swap, amountOutMin, ...changes }),
    })
  const reason = async (result: ReturnType<typeof swapped>) =>
    engines.reasonOf('Exchange', (await result).output)
  expect(await reason(swapped(0n))).toMatch(/^NoRate/)

  const rates = [rateOf(1n, 6n), rateOf(3_000n, 18n)]
  const data = setRates.encode({ tokens: path, rates })
  const refused = await engines.call(alice, { to: exchange, data })
  expect(engines.reasonOf('Exchange', refused.output)).toMatch(/^OnlyOwnerSetsRates/)
  expect(await engines.call(maker, { to: exchange, data })).toMatchObject({
    isSuccess: true,
    logs: [],
  })

  const amountOut = (997n * 10n ** 18n) / 1000n
  expect((await swapped(amountOut)).logs).toEqual([
    moved(usdc, alice, exchange, swap.amountIn),
    moved(weth, exchange, bob, amountOut),
  ])
  expect(await reason(swapped(amountOut + 1n))).toBe(
    `InsufficientOutput(${amountOut}, ${amountOut + 1n})`,
  )
  expect(await reason(swapped(0n, { deadline: 5n }))).toMatch(/^Expired\(5, /)
  expect(await reason(swapped(0n, { path: [path[0], path[1], path[0]] }))).toBe(
    'PathWithoutTwoTokens(3)',
  )
})

test('an exchange gives the same worth minus 0.3 percent, as the simulator computes it', async () => {
  const { address: to } = await engines.deploy(maker, 'Exchange', { name: '' })
  const random = createRandomStreams('exchange').stream('rates')
  const [given, wanted] = [accountOf(1), accountOf(2)]
  for (let i = 0; i < 40; i++) {
    const decimals = [random.int(0, 36), random.int(0, 36)] as const
    const prices = [random.int(1, 2_000_000), random.int(1, 2_000_000)] as const
    const amountIn = random.bigint(0n, 10n ** BigInt(decimals[0] + 6))
    const rates = prices.map((cents, k) => rateOf(BigInt(cents), BigInt(decimals[k] ?? 0)) / 100n)
    await engines.call(maker, {
      to,
      data: setRates.encode({ tokens: [bytes(given), bytes(wanted)], rates }),
    })
    const token = (text: string, k: 0 | 1) => ({
      ...contractOf({ seq: k, address: bytes(text), text, ercType: 'ERC-20' }),
      decimals: decimals[k],
    })
    const priceOf = (text: string) => {
      const cents = prices[text === given ? 0 : 1]
      return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    }
    const worth = worthOf(priceOf, token(given, 0), amountIn)
    const expected = (unitsWorth(priceOf, token(wanted, 1), worth) * 997n) / 1000n
    const amountOut = await engines.read('Exchange', to, 'amountOutOf', [amountIn, given, wanted])
    expect({ decimals, prices, amountIn, amountOut }).toEqual({
      decimals,
      prices,
      amountIn,
      amountOut: expected,
    })
  }
})

test('a plain contract takes stakes, votes, records and all other calls', async () => {
  const { address: to } = await engines.deploy(alice, 'PlainContract', { name: 'Club' })
  expect(await engines.read('PlainContract', to, 'name')).toBe('Club')
  const data = other.stake.encode({ amount: 50n })
  const staked = await engines.call(bob, { to, data, value: 50n })
  expect(staked.logs).toEqual([
    logOf(stakedEvent.encode(bytes(to), { account: bytes(bob), amount: 50n })),
  ])
  const wrong = await engines.call(bob, { to, data, value: 49n })
  expect(engines.reasonOf('PlainContract', wrong.output)).toBe('DifferentValue(50, 49)')
  for (const call of [
    { data: other.vote.encode({ proposalId: 7n, inFavour: true }) },
    { data: other.setRecord.encode({ key: new Uint8Array(32).fill(1), value: 'record 12' }) },
    { data: bytes('0xdeadbeef00') },
    { data: bytes('0x01') },
    { value: 1n },
    { data: bytes('0xdeadbeef'), value: 1n },
  ])
    expect(await engines.call(bob, { to, ...call })).toMatchObject({ isSuccess: true, logs: [] })
  expect(await engines.read('PlainContract', to, 'votes', [7n, true])).toBe(1n)
  const record = await engines.read('PlainContract', to, 'records', [bob, `0x${'01'.repeat(32)}`])
  expect(record).toBe('record 12')
  // A function without its arguments fails.
  expect((await engines.call(bob, { to, data: other.stake.selector })).isSuccess).toBe(false)
})

test('a mailbox stores the hash of the latest message, unless its owner has paused it', async () => {
  const { address: to } = await engines.deploy(alice, 'Mailbox', { name: 'Mailbox' })
  const source = new Uint8Array(32).fill(9)
  const deliver = (message: Uint8Array) =>
    engines.call(bob, {
      to,
      gas: 40_000,
      data: receiveTeleporterMessage.encode({
        sourceBlockchainId: source,
        originSenderAddress: bytes(maker),
        message,
      }),
    })
  const message = new Uint8Array(4000).fill(3)
  expect(await deliver(message)).toMatchObject({ isSuccess: true, logs: [] })
  const latest = () => engines.read('Mailbox', to, 'latest', [toHex(source), maker])
  expect(await latest()).toBe(toHex(keccak256(message)))

  const pause = { to, data: abiFunction('pause', {}).encode({}) }
  const refused = await engines.call(bob, pause)
  expect(engines.reasonOf('Mailbox', refused.output)).toMatch(/^OnlyOwnerPauses/)
  expect((await engines.call(alice, pause)).isSuccess).toBe(true)
  const bounced = await deliver(Uint8Array.of(1))
  expect(engines.reasonOf('Mailbox', bounced.output)).toMatch(/^EnforcedPause/)
  await engines.call(alice, { to, data: abiFunction('unpause', {}).encode({}) })
  expect((await deliver(Uint8Array.of(1))).isSuccess).toBe(true)
  expect(await latest()).toBe(toHex(keccak256(Uint8Array.of(1))))
})

test('many calls in one return what each returns, and may fail one by one', async () => {
  const { address: token } = await engines.deploy(alice, 'Token', {
    name: 'Snowflake',
    symbol: 'SNOW',
    decimals: 6n,
    supply: 77n,
  })
  const { address: to } = await engines.deploy(alice, 'Multicall3', {})
  const balanceOf = abiFunction('balanceOf', { account: addressType })
  const calls = [
    {
      target: token,
      allowFailure: false,
      callData: toHex(balanceOf.encode({ account: bytes(alice) })),
    },
    { target: token, allowFailure: true, callData: '0x12345678' },
  ]
  const word = toHex(encodeAbi(tuple({ value: uint256 }), { value: 77n }))
  expect(await engines.read('Multicall3', to, 'aggregate3', [calls])).toEqual([
    { success: true, returnData: word },
    { success: false, returnData: '0x' },
  ])
  const strict = calls.map(({ target, callData }) => ({ target, callData }))
  await expect(engines.read('Multicall3', to, 'aggregate', [strict])).rejects.toThrow(
    'Multicall3: a call failed',
  )
  expect(await engines.read('Multicall3', to, 'aggregate', [strict.slice(0, 1)])).toEqual([
    300n,
    [word],
  ])
  expect(await engines.read('Multicall3', to, 'getEthBalance', [bob])).toBe(1000n * 10n ** 18n)
  expect(await engines.read('Multicall3', to, 'getBasefee')).toBe(7n)
  expect(await engines.read('Multicall3', to, 'getCurrentBlockTimestamp')).toBe(1_700_000_000n)
})
