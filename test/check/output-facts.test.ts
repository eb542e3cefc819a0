import { expect, test } from 'vitest'
import { outputFacts } from '../../src/check/primary/output-facts.ts'

const owners = { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20).fill(9)] }

// Amounts and names typed by hand.
test.each([
  [{ type: 'TransferOutput', amount: 1234n, ...owners }, 1234n, 'transfer'],
  [{ type: 'MintOutput', ...owners }, 0n, 'mint'],
  [{ type: 'NftMintOutput', groupId: 77, ...owners }, 0n, 'nft mint'],
  [
    { type: 'NftTransferOutput', groupId: 77, payload: new Uint8Array(3), ...owners },
    1n,
    'nft transfer',
  ],
  [{ type: 'PropertyMintOutput', ...owners }, 0n, 'property mint'],
  [{ type: 'PropertyOwnedOutput', ...owners }, 1n, 'property owned'],
  [
    {
      type: 'StakeableLockOutput',
      locktime: 99n,
      output: { type: 'TransferOutput', amount: 5n, ...owners },
    },
    5n,
    'transfer',
  ],
] as const)('the bytes of an output tell its amount and kind: %o', (output, amount, name) => {
  expect(outputFacts(output)).toEqual({ amount, name })
})
