import { expect, test } from 'vitest'
import { boundsOfTree, TREE_BYTES } from '../../src/evm/reads/call-tracer.ts'
import { beginRead } from '../../src/evm/reads/read-call.ts'
import { callOf, contractOf, push20, readsOf } from '../support/evm/reads.ts'

/** Calls an account without code again and again, and passes a megabyte of zeros for 100 gas. */
const caller = `0x5b600060006210000060006000${push20(contractOf(9))}5af150600056`
const surroundings = readsOf({ [contractOf(1)]: { code: caller } })
const call = callOf(contractOf(1), { gas: 10_000_000n })

test('calls that pass a megabyte each hold no memory', () => {
  const execution = beginRead(call, surroundings)
  const before = process.memoryUsage().arrayBuffers
  execution.run()
  const { root, error } = execution.finish()
  expect(error).toBe('out of gas')
  expect(root.calls.length).toBeGreaterThan(1000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
})

test('a tree of calls that has to hold inputs ends at its bound', () => {
  const execution = beginRead(call, { ...surroundings, treeBytes: TREE_BYTES })
  execution.run()
  const { root } = execution.finish()
  const held = root.calls.reduce((sum, { input }) => sum + input.length, 0)
  expect(held).toBe(3 * 2 ** 20)
  expect(execution.machine.isTreeCut).toBe(true)
})

test('a tree of calls holds no more of them than a trace may show', () => {
  const heldBy = (bounds: { treeCalls: number; treeBytes?: number }) => {
    const execution = beginRead(call, { ...surroundings, ...bounds })
    execution.run()
    const { root, gasUsed } = execution.finish()
    return { calls: root.calls.length, gasUsed, lacksCalls: execution.machine.lacksCalls }
  }
  expect(heldBy(boundsOfTree)).toEqual({ calls: 29_999, gasUsed: call.gas, lacksCalls: true })
  expect(heldBy({ treeCalls: 0 })).toEqual({ calls: 0, gasUsed: call.gas, lacksCalls: true })
})
