import { expect, test } from 'vitest'
import { addressText } from '../../src/formats/addresses.ts'
import { encodeCb58, fromCheckedHex, parseId } from '../../src/formats/ids.ts'
import { ewoqKey, parsePrivateKey, publicKeyOf } from '../../src/formats/secp256k1.ts'
import {
  ExchangeCredential,
  ExchangeOperation,
  ExchangeOutput,
  ExchangeTransaction,
  exchangeTransactions,
} from '../../src/formats/x-chain-transactions.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'
import { typeIdsOf, variantsOf } from './support/type-tables.ts'

const other = parsePrivateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE')

// Mainnet: index 1 of X/tx as the node's documents show it, checksum included.
const secondTransaction =
  '00000000000000000001ed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b0000000221e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff000000070000000129f6afc0000000000000000000000001000000017416792e228a765c65e2d76d28ab5a16d18c342f21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff0000000700000222afa575c00000000000000000000000010000000187d6a6dd3cd7740c8b13a410bea39b01fa83bb3e000000016f375c785edb28d52edb59b54035c96c198e9d80f5f5f5eee070592fe9465b8d0000000021e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff0000000500000223d9ab67c0000000010000000000000000000000010000000900000001beb83d3d29f1247efb4a3a1141ab5c966f46f946f9c943b9bc19f858bd416d10060c23d5d9c7db3a0da23446b97cd9cf9f8e61df98e1b1692d764c84a686f5f801a8da6e40'
// Mainnet: the last container of X/tx before the chain became linear.
const lastTransaction =
  '00000000000000000001ed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b0000000121e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff00000007000000001ee00d8000000000000000000000000100000001042615af4434ddbb9f81f1a74e461d90a3efec8c000000012fe32d4c9d368badbd20fefb521ec7ac8ba9dfa27cb01d3508581c7c48f8d9b30000000021e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff00000005000000001eef4fc0000000010000000000000008496e7465726e616c00000001000000090000000186f4994bce02663be2e69b15808e1768d5e086e41758e5a050af5a4778c72a6276d86d3ccd038a2978416903a7d6095abd3e96fd6d8bcc14cd86f8144b41de9c00051b167d'

test.each([
  ['ZGYTSU8w3zUP6VFseGC798vA2Vnxnfj6fz1QPfA9N93bhjJvo', secondTransaction],
  ['SWLx2CTYyjYwNUdtAVjTNybHKzYqa3b7i9qDuCa1ke5R2ZhfN', lastTransaction],
])('the mainnet transaction %s decodes and encodes to its bytes', (id, hex) => {
  const bytes = fromCheckedHex(hex)
  const transaction = exchangeTransactions.decode(bytes)
  expect(encodeCb58(transaction.id)).toBe(id)
  expect(exchangeTransactions.encode(transaction)).toEqual(bytes)
})

test('the mainnet transaction shows the owners and amounts of the explorer', () => {
  const { unsigned } = exchangeTransactions.decode(fromCheckedHex(secondTransaction))
  const outputs = unsigned.outputs.map(({ output }) => [
    output.amount,
    ...output.addresses.map((address) => addressText(address, 'avax')),
  ])
  expect(outputs).toEqual([
    [4_999_000_000n, 'avax1wst8jt3z3fm9ce0z6akj3266zmgccdp03hjlaj'],
    [2_347_999_000_000n, 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'],
  ])
  expect(unsigned.inputs.map((input) => [encodeCb58(input.txId), input.outputIndex])).toEqual([
    ['qysTYUMCWdsR3MctzyfXiSvoSf6evbeFGRLLzA4j2BjNXTknh', 0],
  ])
})

test('the memo of the last X/tx transaction is its text', () => {
  const { unsigned } = exchangeTransactions.decode(fromCheckedHex(lastTransaction))
  expect(Buffer.from(unsigned.memo).toString()).toBe('Internal')
})

test('an operation is signed by a credential of its own fx, after the inputs', () => {
  const zero = new Uint8Array(32)
  const input = { signatureIndices: [0] }
  const operation = (operation: ExchangeOperation) => ({ assetId: zero, utxos: [], operation })
  const signed = exchangeTransactions.sign(
    {
      type: 'OperationTx',
      networkId: 1,
      blockchainId: zero,
      outputs: [],
      inputs: [
        {
          txId: parseId('qysTYUMCWdsR3MctzyfXiSvoSf6evbeFGRLLzA4j2BjNXTknh'),
          outputIndex: 0,
          assetId: zero,
          input: { type: 'TransferInput', amount: 1n, ...input },
        },
      ],
      memo: new Uint8Array(),
      operations: [
        operation({ type: 'NftMintOperation', input, groupId: 1, payload: zero, owners: [] }),
        operation({ type: 'PropertyBurnOperation', input: { signatureIndices: [0, 1] } }),
        operation({
          type: 'MintOperation',
          input,
          mintOutput: { locktime: 0n, threshold: 0, addresses: [] },
          transferOutput: { amount: 1n, locktime: 0n, threshold: 0, addresses: [] },
        }),
      ],
    },
    [[ewoqKey], [other], [ewoqKey, other], [ewoqKey]],
  )
  expect(signed.credentials.map(({ type }) => type)).toEqual([
    'Credential',
    'NftCredential',
    'PropertyCredential',
    'Credential',
  ])
  const [a, b] = [publicKeyOf(ewoqKey), publicKeyOf(other)]
  expect(exchangeTransactions.recoverSigners(signed)).toEqual([[a], [b], [a, b], [a]])
})

test('type ids are those of the node', () => {
  expect(typeIdsOf(ExchangeTransaction)).toEqual({
    BaseTx: 0,
    CreateAssetTx: 1,
    OperationTx: 2,
    ImportTx: 3,
    ExportTx: 4,
  })
  expect(typeIdsOf(ExchangeOutput)).toEqual({
    MintOutput: 6,
    TransferOutput: 7,
    NftMintOutput: 10,
    NftTransferOutput: 11,
    PropertyMintOutput: 15,
    PropertyOwnedOutput: 16,
  })
  expect(typeIdsOf(ExchangeOperation)).toEqual({
    MintOperation: 8,
    NftMintOperation: 12,
    NftTransferOperation: 13,
    PropertyMintOperation: 17,
    PropertyBurnOperation: 18,
  })
  expect(typeIdsOf(ExchangeCredential)).toEqual({
    Credential: 9,
    NftCredential: 14,
    PropertyCredential: 19,
  })
})

test.each(variantsOf(ExchangeTransaction))('%s round-trips', (_name, schema) => {
  expectRoundTrips(schema, 60)
})

test('signed transactions round-trip, and damaged ones give a FormatError at most', () => {
  expectRoundTrips(exchangeTransactions.signed, 60)
  expectSafeDecoding(exchangeTransactions.signed, 150)
})
