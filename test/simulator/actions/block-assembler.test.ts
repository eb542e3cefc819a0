import { expect, test } from 'vitest'
import { BlockAssembler } from '../../../src/simulator/actions/block-assembler.ts'
import type { SignedTransaction } from '../../../src/simulator/primary/signed.ts'
import type { PrimaryState } from '../../../src/simulator/primary/state.ts'

test('transactions of one request share blocks, a hundred in each at most', () => {
  const sizes: number[] = []
  const assembler = new BlockAssembler({
    state: { utxos: {} } as PrimaryState,
    accept: (txs) => void sizes.push(txs.length),
    gasCapacity: { max: 1, at: () => 1, gasOf: () => 0 },
    timeFrom: () => 0,
  })
  const tx = { bytes: new Uint8Array(1) } as SignedTransaction
  for (let number = 0; number < 250; number++) assembler.add(() => tx)
  assembler.flush()
  expect(sizes).toEqual([100, 100, 50])
})
