import { Type } from '@sinclair/typebox'
import {
  Block,
  BlockHeightRequest,
  BlockRequest,
  type ChainMethod,
  Encoding,
  Id,
  Issued,
  IssueRequest,
  OutputReference,
  Transaction,
  TxRequest,
  Uint,
  UtxoPage,
  UtxoRequest,
} from './chain-method.ts'
import type { exchangeMethodNames } from './method-names.ts'

/** Whether outputs count that an address owns with others, and those locked until later. */
const includePartial = Type.Optional(Type.Boolean())

/** Methods of the X-chain. */
export const exchangeMethods: Readonly<Record<(typeof exchangeMethodNames)[number], ChainMethod>> =
  {
    'avm.getAllBalances': {
      summary: 'Amounts that an address can spend alone now, by asset',
      params: Type.Object({ address: Type.String(), includePartial }),
      result: Type.Object({
        balances: Type.Array(Type.Object({ asset: Type.String(), balance: Uint })),
      }),
    },
    'avm.getAssetDescription': {
      summary: 'Name and symbol of an asset by id, or of AVAX',
      params: Type.Object({ assetID: Type.String() }),
      result: Type.Object({
        assetID: Id,
        name: Type.String(),
        symbol: Type.String(),
        denomination: Uint,
      }),
    },
    'avm.getBalance': {
      summary: 'Amount of an asset that an address can spend alone now',
      params: Type.Object({ address: Type.String(), assetID: Type.String(), includePartial }),
      result: Type.Object({ balance: Uint, utxoIDs: Type.Array(OutputReference) }),
    },
    'avm.getBlock': {
      summary: 'Block by its id',
      params: BlockRequest,
      result: Block,
    },
    'avm.getBlockByHeight': {
      summary: 'Block at a height',
      params: BlockHeightRequest,
      result: Block,
    },
    'avm.getHeight': {
      summary: 'Height of the last accepted block',
      params: Type.Object({}),
      result: Type.Object({ height: Uint }),
    },
    'avm.getTx': {
      summary: 'Accepted transaction with its signatures, as bytes or as JSON',
      params: Type.Object({ txID: Id, encoding: Type.Optional(Encoding) }),
      result: Transaction,
    },
    'avm.getTxFee': {
      summary: 'Fees, nAVAX',
      params: Type.Object({}),
      result: Type.Object({ txFee: Uint, createAssetTxFee: Uint }),
    },
    'avm.getTxStatus': {
      summary: 'Status of a transaction',
      params: TxRequest,
      result: Type.Object({
        status: Type.Union(['Accepted', 'Unknown'].map((name) => Type.Literal(name))),
      }),
    },
    'avm.getUTXOs': {
      summary: 'Unspent outputs of addresses, or what waits for them in shared memory',
      params: UtxoRequest,
      result: UtxoPage,
    },
    'avm.issueTx': {
      summary: 'Issues a signed transaction; answers when it is in an accepted block',
      params: IssueRequest,
      result: Issued,
    },
  }
