import { beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../src/evm/state.ts'
import { erc20Transfer } from '../../../../src/formats/evm/events.ts'
import {
  approvalEvent,
  depositEvent,
  erc20,
  withdrawalEvent,
} from '../../../../src/simulator/evm/contracts/contract-interfaces.ts'
import { unlimited } from '../../../../src/simulator/evm/ledgers/token-values.ts'
import { accountOf, BothEngines, logOf } from '../../../support/evm/both-engines.ts'

const [alice, bob, carol] = [accountOf(0xa11ce), accountOf(0xb0b), accountOf(0xca401)]
const zero = accountOf(0)
const bytes = bytesOf

let engines: BothEngines
beforeEach(async () => {
  engines = new BothEngines('berlin')
  await engines.fund(alice, bob, carol)
})

const deployToken = (supply = 1_000_000n) =>
  engines.deploy(alice, 'Token', { name: 'Snowflake', symbol: 'SNOW', decimals: 6n, supply })

const transferLog = (token: string, from: string, to: string, value: bigint) =>
  logOf(erc20Transfer.encode(bytes(token), { from: bytes(from), to: bytes(to), value }))

test('a token logs its supply as a transfer from the zero address, and tells about itself', async () => {
  const { address, logs } = await deployToken()
  expect(logs).toEqual([transferLog(address, zero, alice, 1_000_000n)])
  const read = (name: string, args: unknown[] = []) => engines.read('Token', address, name, args)
  expect(await read('name')).toBe('Snowflake')
  expect(await read('symbol')).toBe('SNOW')
  expect(await read('decimals')).toBe(6)
  expect(await read('totalSupply')).toBe(1_000_000n)
  expect(await read('balanceOf', [alice])).toBe(1_000_000n)
})

test('a token without supply logs nothing, and its deployer alone mints', async () => {
  const { address, logs } = await deployToken(0n)
  expect(logs).toEqual([])
  const data = erc20.mint.encode({ to: bytes(bob), value: 7n })
  const minted = await engines.call(alice, { to: address, data })
  expect(minted.logs).toEqual([transferLog(address, zero, bob, 7n)])
  const refused = await engines.call(bob, { to: address, data })
  expect(engines.reasonOf('Token', refused.output)).toMatch(/^OnlyOwnerMints\(0x0+b0b\)$/i)
  const toZero = erc20.mint.encode({ to: bytes(zero), value: 7n })
  const lost = await engines.call(alice, { to: address, data: toZero })
  expect(engines.reasonOf('Token', lost.output)).toMatch(/^ERC20InvalidReceiver/)
})

test('a constructor runs at the address of a contract of the initial state', async () => {
  const usdc = '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'
  const facts = { name: 'USD Coin', symbol: 'USDC', decimals: 6n, supply: 0n }
  await engines.createAt(usdc, carol, 'Token', facts)
  expect(await engines.read('Token', usdc, 'decimals')).toBe(6)
  const data = erc20.mint.encode({ to: bytes(bob), value: 5n })
  const minted = await engines.call(carol, { to: usdc, data })
  expect(minted.logs).toEqual([transferLog(usdc, zero, bob, 5n)])
})

test('tokens move by their holder, and by an allowance without a log of its use', async () => {
  const { address: to } = await deployToken()
  const moved = await engines.call(alice, {
    to,
    data: erc20.transfer.encode({ to: bytes(bob), value: 400n }),
  })
  expect(moved.logs).toEqual([transferLog(to, alice, bob, 400n)])
  const approval = { spender: bytes(carol), value: 300n }
  const approved = await engines.call(bob, { to, data: erc20.approve.encode(approval) })
  expect(approved.logs).toEqual([
    logOf(approvalEvent.encode(bytes(to), { owner: bytes(bob), ...approval })),
  ])
  const taking = { from: bytes(bob), to: bytes(carol), value: 200n }
  const data = erc20.transferFrom.encode(taking)
  const taken = await engines.call(carol, { to, data })
  expect(taken.logs).toEqual([transferLog(to, bob, carol, 200n)])
  const again = await engines.call(carol, { to, data })
  expect(engines.reasonOf('Token', again.output)).toMatch(
    /^ERC20InsufficientAllowance\(0x.*, 100, 200\)$/,
  )
  const tooMuch = await engines.call(bob, {
    to,
    data: erc20.transfer.encode({ to: bytes(alice), value: 2n ** 128n }),
  })
  expect(engines.reasonOf('Token', tooMuch.output)).toMatch(/^ERC20InsufficientBalance\(.*, 200, /)
})

test.each(['Token', 'WrappedNativeToken'] as const)(
  'a %s never uses up the highest allowance',
  async (kind) => {
    const facts = { name: 'A', symbol: 'B', decimals: 18n, supply: 0n }
    const { address: to } = await engines.deploy(alice, kind, facts)
    const approval = { spender: bytes(carol), value: unlimited }
    await engines.call(alice, { to, data: erc20.approve.encode(approval) })
    const data = erc20.transferFrom.encode({ from: bytes(alice), to: bytes(bob), value: 0n })
    expect((await engines.call(carol, { to, data })).isSuccess).toBe(true)
    expect(await engines.read(kind, to, 'allowance', [alice, carol])).toBe(unlimited)
  },
)

test('a token takes no coins, and no function that it lacks', async () => {
  const { address: to } = await deployToken()
  const data = erc20.transfer.encode({ to: bytes(bob), value: 1n })
  for (const call of [{ value: 1n }, { value: 1n, data }, { data: bytes('0x12345678') }])
    expect(await engines.call(alice, { to, ...call })).toMatchObject({
      isSuccess: false,
      output: '0x',
      logs: [],
    })
})

test('coins become wrapped tokens and coins again, without transfers in the logs', async () => {
  const facts = { name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18n }
  const { address: to, logs } = await engines.deploy(alice, 'WrappedNativeToken', facts)
  expect(logs).toEqual([])
  const depositLog = logOf(depositEvent.encode(bytes(to), { holder: bytes(bob), amount: 90n }))
  const called = await engines.call(bob, { to, value: 90n, data: erc20.deposit.encode({}) })
  expect(called.logs).toEqual([depositLog])
  expect((await engines.call(bob, { to, value: 90n })).logs).toEqual([depositLog])
  expect(await engines.read('WrappedNativeToken', to, 'totalSupply')).toBe(180n)

  const withdrawn = await engines.call(bob, { to, data: erc20.withdraw.encode({ amount: 80n }) })
  expect(withdrawn.logs).toEqual([
    logOf(withdrawalEvent.encode(bytes(to), { holder: bytes(bob), amount: 80n })),
  ])
  expect(withdrawn.root.calls).toMatchObject([
    { kind: 'CALL', from: to, to: bob, value: 80n, gas: 2300, gasUsed: 0 },
  ])
  expect(engines.state.account(bob)?.balance).toBe(1000n * 10n ** 18n - 100n)
  expect(await engines.read('WrappedNativeToken', to, 'balanceOf', [bob])).toBe(100n)
})

test('wrapped tokens move like others, and not more than there are', async () => {
  const facts = { name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18n }
  const { address: to } = await engines.deploy(alice, 'WrappedNativeToken', facts)
  await engines.call(bob, { to, value: 90n })
  const send = (recipient: string, value: bigint) =>
    engines.call(bob, { to, data: erc20.transfer.encode({ to: bytes(recipient), value }) })
  expect((await send(carol, 60n)).logs).toEqual([transferLog(to, bob, carol, 60n)])
  expect((await send(bob, 30n)).logs).toEqual([transferLog(to, bob, bob, 30n)])
  expect(await engines.read('WrappedNativeToken', to, 'balanceOf', [bob])).toBe(30n)
  const reason = async (result: ReturnType<typeof send>) =>
    engines.reasonOf('WrappedNativeToken', (await result).output)
  expect(await reason(send(carol, 31n))).toMatch(/^InsufficientBalance\(.*, 30, 31\)$/)
  expect(await reason(send(zero, 1n))).toMatch(/^InvalidReceiver/)
  const withdrawal = { to, data: erc20.withdraw.encode({ amount: 31n }) }
  expect(await reason(engines.call(bob, withdrawal))).toMatch(/^InsufficientBalance/)
  const taking = erc20.transferFrom.encode({ from: bytes(bob), to: bytes(carol), value: 1n })
  expect(await reason(engines.call(carol, { to, data: taking }))).toMatch(/^InsufficientAllowance/)
})
