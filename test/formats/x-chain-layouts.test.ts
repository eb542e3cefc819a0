import { expect, test } from 'vitest'
import { decode, encode } from '../../src/formats/codec.ts'
import { fromHex, toHex } from '../../src/formats/ids.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../src/formats/x-chain-transactions.ts'

// Wire layouts typed field by field, not derived from the table that they judge. Those marked
// "node" are the bytes of avalanchego's own serialization tests.

const hex = {
  chain: 'ffffffffeeeeeeeeddddddddccccccccbbbbbbbbaaaaaaaa9999999988888888',
  asset: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  spent: 'f1e1d1c1b1a191817161514131211101f0e0d0c0b0a090807060504030201000',
  first: '51025c61fbcfc078f69334f834be6dd26d55a955',
  second: 'c3344128e060128ede3523a24a461c8943ab0859',
}
const ownersHex = `000000000000d4310000000100000002${hex.first}${hex.second}`
const outputHex = `00000007${'0000000000003039'}${ownersHex}`
const inputHex = `${hex.spent}00000005${hex.asset}0000000500000000075bcd15000000020000000300000007`
const baseHex = `00000002${hex.chain}00000001${hex.asset}${outputHex}00000001${inputHex}0000000400010203`

const asset = fromHex(hex.asset)
const txId = fromHex(hex.spent)
const owners = {
  locktime: 54_321n,
  threshold: 1,
  addresses: [fromHex(hex.first), fromHex(hex.second)],
}
const output = { type: 'TransferOutput', amount: 12_345n, ...owners } as const
const input = { signatureIndices: [3, 7] }
const spend = {
  txId,
  outputIndex: 5,
  assetId: asset,
  input: { type: 'TransferInput', amount: 123_456_789n, ...input },
} as const
const base = {
  networkId: 2,
  blockchainId: fromHex(hex.chain),
  outputs: [{ assetId: asset, output }],
  inputs: [spend],
  memo: Uint8Array.of(0, 1, 2, 3),
}
const payload = fromHex('cafe')
const operationInput = '000000020000000300000007'
const utxoHex = `00000001${hex.spent}00000005`
const operate = (operation: Operation) => ({
  assetId: asset,
  utxos: [{ txId, outputIndex: 5 }],
  operation,
})
type Operation = Extract<
  ExchangeTransaction,
  { type: 'OperationTx' }
>['operations'][number]['operation']

const layouts: [name: string, hex: string, value: ExchangeTransaction][] = [
  ['BaseTx', `00000000${baseHex}`, { type: 'BaseTx', ...base }],
  [
    'CreateAssetTx (node)',
    `00000001${baseHex}0010566f6c6174696c69747920496e64657800035649580200000001${'0000000000000001'}${outputHex}`,
    {
      type: 'CreateAssetTx',
      ...base,
      name: 'Volatility Index',
      symbol: 'VIX',
      denomination: 2,
      initialStates: [{ fxIndex: 0, outputs: [output] }],
    },
  ],
  [
    'CreateAssetTx with every kind of output',
    [
      `00000001${baseHex}0001410001420900000003`,
      `000000000000000200000006${ownersHex}${outputHex}`,
      `00000001000000020000000a00000007${ownersHex}0000000b0000000700000002cafe${ownersHex}`,
      `00000002000000020000000f${ownersHex}00000010${ownersHex}`,
    ].join(''),
    {
      type: 'CreateAssetTx',
      ...base,
      name: 'A',
      symbol: 'B',
      denomination: 9,
      initialStates: [
        { fxIndex: 0, outputs: [{ type: 'MintOutput', ...owners }, output] },
        {
          fxIndex: 1,
          outputs: [
            { type: 'NftMintOutput', groupId: 7, ...owners },
            { type: 'NftTransferOutput', groupId: 7, payload, ...owners },
          ],
        },
        {
          fxIndex: 2,
          outputs: [
            { type: 'PropertyMintOutput', ...owners },
            { type: 'PropertyOwnedOutput', ...owners },
          ],
        },
      ],
    },
  ],
  [
    'OperationTx with every kind of operation',
    [
      `00000002${baseHex}00000005`,
      `${hex.asset}${utxoHex}00000008${operationInput}${ownersHex}0000000000003039${ownersHex}`,
      `${hex.asset}${utxoHex}0000000c${operationInput}0000000700000002cafe00000001${ownersHex}`,
      `${hex.asset}${utxoHex}0000000d${operationInput}0000000700000002cafe${ownersHex}`,
      `${hex.asset}${utxoHex}00000011${operationInput}${ownersHex}${ownersHex}`,
      `${hex.asset}${utxoHex}00000012${operationInput}`,
    ].join(''),
    {
      type: 'OperationTx',
      ...base,
      operations: [
        operate({
          type: 'MintOperation',
          input,
          mintOutput: owners,
          transferOutput: { amount: 12_345n, ...owners },
        }),
        operate({ type: 'NftMintOperation', input, groupId: 7, payload, owners: [owners] }),
        operate({
          type: 'NftTransferOperation',
          input,
          output: { groupId: 7, payload, ...owners },
        }),
        operate({
          type: 'PropertyMintOperation',
          input,
          mintOutput: owners,
          ownedOutput: owners,
        }),
        operate({ type: 'PropertyBurnOperation', input }),
      ],
    },
  ],
  [
    'ImportTx',
    `00000003${baseHex}${hex.chain}00000001${inputHex}`,
    { type: 'ImportTx', ...base, sourceChain: fromHex(hex.chain), importedInputs: [spend] },
  ],
  [
    'ExportTx',
    `00000004${baseHex}${hex.chain}00000001${hex.asset}${outputHex}`,
    {
      type: 'ExportTx',
      ...base,
      destinationChain: fromHex(hex.chain),
      exportedOutputs: [{ assetId: asset, output }],
    },
  ],
]

test.each(layouts)('%s has its layout', (_name, layout, value) => {
  expect(toHex(encode(exchangeTransactions.unsigned, value))).toBe(`0x0000${layout}`)
  expect(decode(exchangeTransactions.unsigned, fromHex(`0000${layout}`))).toEqual(value)
})
