import { Type } from '@sinclair/typebox'
import {
  ByteEncoding,
  type ChainMethod,
  HexBytes,
  Id,
  Issued,
  IssueRequest,
  TxRequest,
  Uint,
  UtxoPage,
  UtxoRequest,
} from './chain-method.ts'
import type { atomicMethodNames } from './method-names.ts'

/** Methods of atomic transactions of the C-chain. */
export const atomicMethods: Readonly<Record<(typeof atomicMethodNames)[number], ChainMethod>> = {
  'avax.getAtomicTx': {
    summary: 'Signed bytes of an accepted atomic transaction',
    params: Type.Object({ txID: Id, encoding: Type.Optional(ByteEncoding) }),
    result: Type.Object({ tx: HexBytes, encoding: ByteEncoding, blockHeight: Uint }),
  },
  'avax.getAtomicTxStatus': {
    summary: 'Status of an atomic transaction',
    params: TxRequest,
    result: Type.Object({
      status: Type.Union(['Accepted', 'Dropped', 'Unknown'].map((name) => Type.Literal(name))),
      blockHeight: Type.Optional(Uint),
    }),
  },
  'avax.getUTXOs': {
    summary: 'Outputs that wait for addresses in shared memory',
    params: UtxoRequest,
    result: UtxoPage,
  },
  'avax.issueTx': {
    summary: 'Issues a signed atomic transaction; answers when it is in an accepted block',
    params: IssueRequest,
    result: Issued,
  },
}
