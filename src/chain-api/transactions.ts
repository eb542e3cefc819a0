import { id } from '../json-rpc/argument-readers.ts'
import { defineMethod, type Method, rpcError } from '../json-rpc/method.ts'
import { networkConstants, primaryNetworkId } from '../networks/constants.ts'
import type { PrimaryChain } from '../networks/primary-chain.ts'
import { statement } from '../store/statement.ts'
import type { World } from '../world/world.ts'
import { chainEncoding } from './arguments.ts'
import { encoded } from './bytes.ts'
import { exchangeTransactionJson } from './node-json/exchange-transaction.ts'
import { platformTransactionJson } from './node-json/platform-transaction.ts'
import { jsonResult } from './node-json/write-json.ts'

/** Returns an accepted transaction, if there is one with this id. */
export const acceptedTransaction = (world: World, chain: PrimaryChain, txId: string) =>
  world.get(selectTransaction, { network: world.nodeNetwork, chain, txId })

/** Refuses the id of 32 zero bytes, which stands for a missing one. */
function refuseNil(txId: string): void {
  if (txId === primaryNetworkId) throw rpcError('nil transaction ID')
}

/** Builds `getTx`: an accepted transaction with its signatures, as bytes or on P and X as JSON. */
export const getTx = (
  name: string,
  chain: PrimaryChain,
  texts: { readonly missing: (txId: string) => string; readonly hasHeight?: boolean },
): Method =>
  defineMethod(name, { txID: id, encoding: chainEncoding }, (world, { txID, encoding }) => {
    if (chain !== 'P') refuseNil(txID)
    const found = acceptedTransaction(world, chain, txID)
    if (!found) throw rpcError(texts.missing(txID))
    const toJson = encoding === 'json' ? jsonOf[chain] : undefined
    if (toJson) return jsonResult({ tx: toJson(found.bytes, hrpOf(world)), encoding })
    return {
      tx: encoded(found.bytes, encoding),
      encoding,
      ...(texts.hasHeight && { blockHeight: found.block_number }),
    }
  })

/** JSON of transactions; atomic ones have none. */
const jsonOf: Readonly<Record<PrimaryChain, typeof platformTransactionJson | undefined>> = {
  P: platformTransactionJson,
  X: exchangeTransactionJson,
  C: undefined,
}

/** Returns the prefix of addresses of the network that the node is on. */
export const hrpOf = (world: World) => networkConstants[world.nodeNetwork].hrp

/** Builds `getTxStatus` of the X-chain and of atomic transactions. */
export const getStatus = (name: string, chain: Exclude<PrimaryChain, 'P'>): Method =>
  defineMethod(name, { txID: id }, (world, { txID }, { issuer }) => {
    refuseNil(txID)
    const found = acceptedTransaction(world, chain, txID)
    if (chain === 'X') return { status: found ? 'Accepted' : 'Unknown' }
    if (found) return { status: 'Accepted', blockHeight: found.block_number }
    return { status: issuer?.refusalOf(txID) === undefined ? 'Unknown' : 'Dropped' }
  })

/** `platform.getTxStatus` */
export const platformStatus = defineMethod(
  'platform.getTxStatus',
  { txID: id },
  (world, { txID }, { issuer }) => {
    if (acceptedTransaction(world, 'P', txID)) return { status: 'Committed' }
    const reason = issuer?.refusalOf(txID)
    return reason === undefined ? { status: 'Unknown' } : { status: 'Dropped', reason }
  },
)

const selectTransaction = statement<
  { network: string; chain: string; txId: string },
  { bytes: Uint8Array; block_number: string; timestamp: number; tx_type: string }
>(`
  SELECT bytes, block_number, timestamp, tx_type FROM primary_transaction
  WHERE network = :network AND chain = :chain AND tx_id = :txId`)
