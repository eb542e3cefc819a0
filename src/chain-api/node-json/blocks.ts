import { decode } from '../../formats/codec.ts'
import { encodeCb58, idOf } from '../../formats/ids.ts'
import { PlatformBlock } from '../../formats/p-chain-blocks.ts'
import { ExchangeBlock } from '../../formats/x-chain-blocks.ts'
import type { AddressForm } from './components.ts'
import { exchangeTransactionJson } from './exchange-transaction.ts'
import { platformTransactionJson } from './platform-transaction.ts'
import type { NodeJson } from './write-json.ts'

// JSON of blocks: the tags of avalanchego's vms/platformvm/block and vms/avm/block.

/** Returns the JSON of a block of the P-chain. */
export function platformBlockJson(bytes: Uint8Array, prefix: AddressForm['prefix']): NodeJson {
  const block = decode(PlatformBlock, bytes)
  const toTx = (tx: Uint8Array) => platformTransactionJson(tx, prefix)
  const common = {
    parentID: encodeCb58(block.parentId),
    height: block.height,
    id: encodeCb58(idOf(bytes)),
  }
  const txs = 'transactions' in block && { txs: block.transactions.map(toTx) }
  if (block.type === 'BanffProposalBlock')
    return { time: block.time, ...txs, ...common, tx: toTx(block.transaction) }
  return {
    ...('time' in block && { time: block.time }),
    ...common,
    ...txs,
    ...('transaction' in block && { tx: toTx(block.transaction) }),
  }
}

/** Returns the JSON of a block of the X-chain. */
export function exchangeBlockJson(bytes: Uint8Array, prefix: AddressForm['prefix']): NodeJson {
  const block = decode(ExchangeBlock, bytes)
  return {
    parentID: encodeCb58(block.parentId),
    height: block.height,
    time: block.time,
    merkleRoot: encodeCb58(block.merkleRoot),
    txs: block.transactions.map((tx) => exchangeTransactionJson(tx, prefix)),
    id: encodeCb58(idOf(bytes)),
  }
}
