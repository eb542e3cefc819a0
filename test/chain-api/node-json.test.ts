import { expect, test } from 'vitest'
import { unsignedPlatformJson } from '../../src/chain-api/node-json/platform-transaction.ts'
import { jsonResult } from '../../src/chain-api/node-json/write-json.ts'
import { fromHex, parseId } from '../../src/formats/ids.ts'
import type { PlatformTransaction } from '../../src/formats/p-chain-transactions.ts'

// The examples of avalanchego's own tests: base_tx_test.go and the JSON files beside the tests of
// L1 transactions in vms/platformvm/txs. Those are of network 10 there; ours are of mainnet, so
// their one address has another prefix.

const bytesOf = (hex: string) => fromHex(`0x${hex}`)
const txId = bytesOf('ffeeddccbbaa9988'.repeat(4))
const customAsset = bytesOf('9977557711335531'.repeat(4))
const avax = bytesOf('21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff')
const address = bytesOf('445566778899aabb445566778899aabb44556677')

const base = {
  networkId: 1,
  blockchainId: new Uint8Array(32),
  outputs: [
    {
      assetId: avax,
      output: {
        type: 'StakeableLockOutput',
        locktime: 87_654_321n,
        output: {
          ...{ type: 'TransferOutput', amount: 1n, locktime: 12_345_678n },
          ...{ threshold: 0, addresses: [] },
        },
      },
    },
    {
      assetId: customAsset,
      output: {
        type: 'StakeableLockOutput',
        locktime: 876_543_210n,
        output: {
          ...{ type: 'TransferOutput', amount: 2n ** 64n - 1n, locktime: 0n },
          ...{ threshold: 1, addresses: [address] },
        },
      },
    },
  ],
  inputs: [
    {
      ...{ txId, outputIndex: 1, assetId: avax },
      input: { type: 'TransferInput', amount: 10n ** 9n, signatureIndices: [2, 5] },
    },
    {
      ...{ txId, outputIndex: 2, assetId: customAsset },
      input: {
        type: 'StakeableLockInput',
        locktime: 876_543_210n,
        input: { type: 'TransferInput', amount: 0xefffffffffffffffn, signatureIndices: [0] },
      },
    },
    {
      ...{ txId, outputIndex: 3, assetId: customAsset },
      input: { type: 'TransferInput', amount: 0x1000000000000000n, signatureIndices: [] },
    },
  ],
  memo: bytesOf('f09f98850a77656c6c2074686174277301234521'),
} as const

const secp256k1fx = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'
const avaxText = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'
const customText = '2Ab62uWwJw1T6VvmKD36ufsiuGZuX1pGykXAvPX1LtjTRHxwcc'
const txText = '2wiU5PnFTjTmoAXGZutHAsPF36qGGyLHYHj9G1Aucfmb3JFFGN'

/** Text of the base fields, as the node writes it. */
const baseText = [
  '"networkID":1,"blockchainID":"11111111111111111111111111111111LpoYY","outputs":[',
  `{"assetID":"${avaxText}","fxID":"${secp256k1fx}","output":{"locktime":87654321,"output":`,
  '{"addresses":[],"amount":1,"locktime":12345678,"threshold":0}}},',
  `{"assetID":"${customText}","fxID":"${secp256k1fx}","output":{"locktime":876543210,"output":`,
  '{"addresses":["P-avax1g32kvaugnx4tk3z4vemc3xd2hdz92enh972wxr"],',
  '"amount":18446744073709551615,"locktime":0,"threshold":1}}}],"inputs":[',
  `{"txID":"${txText}","outputIndex":1,"assetID":"${avaxText}","fxID":"${secp256k1fx}",`,
  '"input":{"amount":1000000000,"signatureIndices":[2,5]}},',
  `{"txID":"${txText}","outputIndex":2,"assetID":"${customText}","fxID":"${secp256k1fx}",`,
  '"input":{"locktime":876543210,"input":{"amount":17293822569102704639,',
  '"signatureIndices":[0]}}},',
  `{"txID":"${txText}","outputIndex":3,"assetID":"${customText}","fxID":"${secp256k1fx}",`,
  '"input":{"amount":1152921504606846976,"signatureIndices":[]}}],',
  '"memo":"0xf09f98850a77656c6c2074686174277301234521"',
].join('')

const publicKey =
  'aff4acb4c5439b5d426cadf9e946d3a452f7de3414d1ad27336133211d8b90cf49fb97eebcdeeef714dc20f54ed0d4d1'
const proof =
  '8cfd7909d153b9604b62b143ba36207bb7e64867424480202a67dc68768346d95c90983c2d279c64c43c51136b2a05e01602d52aa6376fda17fa6e2a18a083e49d9c450eab7b89b1d5555da5c489872e02b7e5227b77550af1330e5a71f8c368'
const message = Buffer.from('message')
const owner = { threshold: 1, addresses: [address] }

const examples: readonly (readonly [name: string, tx: PlatformTransaction, own: string])[] = [
  ['a BaseTx', { type: 'BaseTx', ...base } as PlatformTransaction, ''],
  [
    'a ConvertSubnetToL1Tx',
    {
      type: 'ConvertSubnetToL1Tx',
      ...base,
      subnetId: parseId('SkB92YpWm4UpburLz9tEKZw2i67H3FF6YkjaU4BkFUDTG9Xm'),
      managerChainId: parseId('NfebWJbJMmUpduqFCF8i1m5pstbVYLP1gGHbacrevXZMhpVMy'),
      managerAddress: bytesOf(`${'00'.repeat(18)}dead`),
      validators: [
        {
          nodeId: bytesOf('1122334455667788112233445566778811223344'),
          weight: 0x0102030405060708n,
          balance: 10n ** 9n,
          signer: { publicKey: bytesOf(publicKey), proof: bytesOf(proof) },
          remainingBalanceOwner: owner,
          deactivationOwner: owner,
        },
      ],
      authorization: { type: 'Input', signatureIndices: [] },
    } as unknown as PlatformTransaction,
    [
      ',"subnetID":"SkB92YpWm4UpburLz9tEKZw2i67H3FF6YkjaU4BkFUDTG9Xm"',
      ',"chainID":"NfebWJbJMmUpduqFCF8i1m5pstbVYLP1gGHbacrevXZMhpVMy"',
      ',"address":"0x000000000000000000000000000000000000dead"',
      ',"validators":[{"nodeID":"0x1122334455667788112233445566778811223344"',
      ',"weight":72623859790382856,"balance":1000000000',
      `,"signer":{"publicKey":"0x${publicKey}","proofOfPossession":"0x${proof}"}`,
      ',"remainingBalanceOwner":{"threshold":1,"addresses":["7EKFm18KvWqcxMCNgpBSN51pJnEr1cVUb"]}',
      ',"deactivationOwner":{"threshold":1,"addresses":["7EKFm18KvWqcxMCNgpBSN51pJnEr1cVUb"]}}]',
      ',"subnetAuthorization":{"signatureIndices":[]}',
    ].join(''),
  ],
  [
    'a RegisterL1ValidatorTx',
    {
      type: 'RegisterL1ValidatorTx',
      ...base,
      balance: 10n ** 9n,
      proofOfPossession: bytesOf(proof),
      message,
    } as unknown as PlatformTransaction,
    `,"balance":1000000000,"proofOfPossession":[${bytesOf(proof)}],"message":"0x6d657373616765"`,
  ],
  [
    'a SetL1ValidatorWeightTx',
    { type: 'SetL1ValidatorWeightTx', ...base, message } as unknown as PlatformTransaction,
    ',"message":"0x6d657373616765"',
  ],
  [
    'an IncreaseL1ValidatorBalanceTx',
    {
      type: 'IncreaseL1ValidatorBalanceTx',
      ...base,
      validationId: parseId('W4exHFQ41XUp8noMjTtReLTLt5X7fBcbNUzERLBHVgnd65HY'),
      balance: 18_364_758_544_493_064_720n,
    } as unknown as PlatformTransaction,
    ',"validationID":"W4exHFQ41XUp8noMjTtReLTLt5X7fBcbNUzERLBHVgnd65HY","balance":18364758544493064720',
  ],
  [
    'a DisableL1ValidatorTx',
    {
      type: 'DisableL1ValidatorTx',
      ...base,
      validationId: parseId('W4exHFQ41XUp8noMjTtReLTLt5X7fBcbNUzERLBHVgnd65HY'),
      authorization: { type: 'Input', signatureIndices: [9] },
    } as unknown as PlatformTransaction,
    ',"validationID":"W4exHFQ41XUp8noMjTtReLTLt5X7fBcbNUzERLBHVgnd65HY","disableAuthorization":{"signatureIndices":[9]}',
  ],
]

test.each(examples)('%s has the JSON of the node, fields in their order', (_name, tx, own) => {
  const { text } = jsonResult(unsignedPlatformJson(tx, 'avax'))
  expect(text).toBe(`{${baseText}${own}}`)
})
