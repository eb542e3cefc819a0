import { expect, test } from 'vitest'
import { avalancheRules } from '../../../../src/evm/avalanche.ts'
import { blockContextOf } from '../../../../src/evm/blocks/block-context.ts'
import { bytesOf } from '../../../../src/evm/state.ts'
import { executeTransaction, type Surroundings } from '../../../../src/evm/transaction.ts'
import { toHex } from '../../../../src/formats/ids.ts'
import { erc20, other } from '../../../../src/simulator/evm/contracts/contract-interfaces.ts'
import { internalCallsOf, movedBy } from '../../../../src/simulator/evm/execution/call-tree.ts'
import { creationsIn } from '../../../../src/simulator/evm/execution/creations.ts'
import { failureText } from '../../../../src/simulator/evm/execution/failure-text.ts'
import { type Blueprint, initCodeOf } from '../../../../src/simulator/evm/solidity/init-code-of.ts'
import { revertingInitCode } from '../../../../src/simulator/evm/solidity/reverting-init-code.ts'
import { ChainState } from '../../../../src/simulator/evm/state/chain-state.ts'
import { earlyContracts } from '../../../../src/simulator/evm/state/early-contracts.ts'
import { putIn } from '../../../../src/simulator/evm/state/put-in.ts'
import { runToEnd } from '../../../../src/util/in-parts.ts'
import { emptyStore } from '../../../support/evm/state-store.ts'

const sender = `0x${'5e'.repeat(20)}`

/** A chain on which one account sends transactions for nothing. */
function openChain() {
  const state = new ChainState(emptyStore(), '43114', 5)
  const facts = { chainId: '43114', number: 1, timestamp: 1_768_000_000, gasLimit: 10_000_000n }
  const surroundings: Surroundings = {
    rules: avalancheRules('c-chain', 'granite'),
    block: blockContextOf({ ...facts, baseFee: 0n, hashOf: () => undefined }),
    state,
  }
  const send = (to: Uint8Array | undefined, data: Uint8Array, value = 0n) => {
    const result = executeTransaction(
      {
        ...{ sender, to: to && toHex(to), nonce: state.nonceOf(sender), gasLimit: 5_000_000n },
        ...{ value, data, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, accessList: [] },
      },
      surroundings,
    )
    state.apply(result.changes)
    const calls = internalCallsOf(result.root)
    return {
      result,
      calls,
      created: runToEnd(creationsIn({ root: result.root, data }, calls, surroundings)),
    }
  }
  return { state, surroundings, send }
}

const token = { ercType: 'ERC-20', name: 'Rain', symbol: 'RAIN', decimals: 6 } as const
const kinds: readonly (readonly [Blueprint, object])[] = [
  [token, { ...token, role: undefined }],
  [
    { ...token, role: 'wrapped-native', decimals: 18 },
    { ...token, role: 'wrapped-native', decimals: 18 },
  ],
  [
    { ercType: 'ERC-721', name: 'Art', symbol: 'ART' },
    { ercType: 'ERC-721', name: 'Art', symbol: 'ART', decimals: undefined },
  ],
  [
    { ercType: 'ERC-1155', name: 'Many', symbol: 'MNY' },
    { ercType: 'ERC-1155', name: 'Many', symbol: 'MNY' },
  ],
  [
    { ercType: 'UNKNOWN', name: 'Box' },
    { ercType: 'UNKNOWN', name: 'Box', role: undefined },
  ],
  ...(['exchange', 'factory', 'receiver'] as const).map(
    (role) =>
      [
        { ercType: 'UNKNOWN', role, name: role },
        { ercType: 'UNKNOWN', role },
      ] as const,
  ),
]

test.each(kinds)('the contract of %j is known by its code', (blueprint, facts) => {
  const { result, created } = openChain().send(undefined, initCodeOf(blueprint))
  expect(result.error).toBeUndefined()
  expect(created).toMatchObject([{ address: result.createdAddress, facts }])
})

test('a factory creates through itself, and a revert creates nothing', () => {
  const { send } = openChain()
  const factory = send(undefined, initCodeOf({ ercType: 'UNKNOWN', role: 'factory', name: 'F' }))
  const address = bytesOf(factory.result.createdAddress ?? '0x')
  const made = send(address, other.createCollection.encode({ name: 'Art', symbol: 'ART' }))
  expect(made.created).toMatchObject([
    { through: factory.result.createdAddress, facts: { ercType: 'ERC-721', name: 'Art' } },
  ])
  expect(made.calls.map(({ node, isReverted }) => [node.kind, isReverted])).toEqual([
    ['CREATE', false],
  ])
  const failed = send(undefined, revertingInitCode(new Uint8Array(8)))
  expect([failureText(failed.result), failed.created]).toEqual(['execution reverted', []])
})

test('a failure says which error of the contract it is', () => {
  const { send } = openChain()
  const { createdAddress = '0x' } = send(undefined, initCodeOf({ ...token, supply: 7n })).result
  const to = new Uint8Array(20).fill(7)
  const moved = send(bytesOf(createdAddress), erc20.transfer.encode({ to, value: 5n })).result
  expect([failureText(moved), moved.logs.length]).toEqual([undefined, 1])
  const failed = send(bytesOf(createdAddress), erc20.transfer.encode({ to, value: 3n })).result
  expect(failureText(failed)).toBe(`execution reverted: ERC20InsufficientBalance(${sender}, 2, 3)`)
})

test('coins that a contract pays out move with its call', () => {
  const { state, send } = openChain()
  state.add(sender, 9n)
  const wrapped = { ...token, role: 'wrapped-native' } as const
  const { createdAddress = '0x' } = send(undefined, initCodeOf(wrapped)).result
  send(bytesOf(createdAddress), erc20.deposit.encode({}), 9n)
  const { calls } = send(bytesOf(createdAddress), erc20.withdraw.encode({ amount: 4n }))
  expect(calls.map(({ node }) => [node.from, node.to, movedBy(node)])).toEqual([
    [createdAddress, sender, 4n],
  ])
  expect([state.balanceOf(sender), state.balanceOf(createdAddress)]).toEqual([4n, 5n])
})

test('contracts from before the world began are put in at their addresses, of the keeper', () => {
  const { state, surroundings, send } = openChain()
  const address = new Uint8Array(20).fill(0xcc)
  const declared = [{ ...token, chainId: '43114', address: toHex(address) }]
  const early = earlyContracts({} as never, declared as never)
  const deployer = bytesOf(sender)
  for (const contract of early)
    putIn(state, contract, { chainId: '43114', deployer, rules: surroundings.rules })
  expect(state.nonceOf(sender)).toBe(0n)
  expect(early.map((each) => state.account(toHex(each.address))?.nonce)).toEqual([1n, 1n])
  const minted = send(address, erc20.mint.encode({ to: address, value: 3n })).result
  expect(minted.error).toBeUndefined()
})
