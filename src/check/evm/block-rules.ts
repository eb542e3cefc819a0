import { extDataHash } from '../../formats/evm/blocks.ts'
import { EMPTY_UNCLES_HASH } from '../../formats/evm/headers.ts'
import { listRoot } from '../../formats/evm/list-root.ts'
import { decodeReceipt, mergeBlooms } from '../../formats/evm/receipts.ts'
import { toHex } from '../../formats/ids.ts'
import { keccak256 } from '../../formats/keccak.ts'
import type { UpgradeName } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { differences } from '../compare.ts'
import { isActive } from '../primary/networks.ts'
import { containerOfBlock } from '../primary/primary-blocks.ts'
import { keyOf } from '../primary/primary-transactions.ts'
import type { Judgement, Rule } from '../rule.ts'
import {
  decodeHeader,
  type EvmBlock,
  evmBlockRows,
  evmBlocks,
  idsOfEvmBlock,
} from './evm-blocks.ts'
import { evmChainById, isContractChain } from './evm-chains.ts'
import { transactionRowsOfBlock } from './evm-transactions.ts'

/** The hash of a block is that of its header, and its columns are the header's fields. */
export const evmHeaders: Rule = {
  name: 'evm-headers',
  check: (world, findings) =>
    findings.each(evmBlockRows(world), idsOfEvmBlock, (row) => {
      const header = decodeHeader(world, row)
      return differences(row, {
        hash: toHex(keccak256(row.header)),
        number: header.number,
        parent_hash: toHex(header.parentHash),
        timestamp: header.timestamp,
        base_fee: header.baseFeePerGas ?? 0n,
        gas_used: header.gasUsed,
        gas_limit: header.gasLimit,
        gas_cost: header.blockGasCost ?? 0n,
      })
    }),
}

/** Numbers count up from 0, parents link, times never decrease, transactions are counted. */
export const evmLinks: Rule = {
  name: 'evm-links',
  check(world, findings) {
    for (const blocks of evmBlocks(world).values()) {
      let transactions = 0
      findings.each(
        blocks.entries(),
        ([, row]) => idsOfEvmBlock(row),
        function* ([index, row]) {
          const before = blocks[index - 1]
          const rows = transactionRowsOfBlock(world).get(`${row.chain_id} ${row.number}`) ?? []
          transactions += rows.length
          yield* differences(row, {
            number: index,
            parent_hash: before?.hash ?? toHex(new Uint8Array(32)),
            tx_count: rows.length,
            cumulative_transactions: String(transactions),
            fees_spent: rows.reduce(
              (sum, tx) => sum + BigInt(tx.gas_used) * BigInt(tx.gas_price),
              0n,
            ),
          })
          if (before && row.timestamp < before.timestamp)
            yield `has the timestamp ${row.timestamp}, before ${before.timestamp} of its parent`
        },
      )
    }
  },
}

/** Roots, bloom and gas of a header are those of the transactions, receipts and extra data. */
export const evmRoots: Rule = {
  name: 'evm-roots',
  check: (world, findings) =>
    findings.each([...evmBlocks(world).values()].flat(), idsOfEvmBlock, function* (block) {
      const { chain_id, number, hash, content } = block
      const rows = transactionRowsOfBlock(world).get(`${chain_id} ${number}`) ?? []
      const receipts = rows.map(({ receipt }) => decodeReceipt(receipt))
      yield* sameHash(
        'transactions root',
        content.transactionsRoot,
        listRoot(rows.map(({ raw }) => raw)),
      )
      yield* sameHash(
        'receipts root',
        content.receiptsRoot,
        listRoot(rows.map(({ receipt }) => receipt)),
      )
      yield* sameHash(
        'bloom',
        content.logsBloom,
        mergeBlooms(receipts.map(({ logsBloom }) => logsBloom)),
      )
      yield* sameHash('hash of uncles', content.sha3Uncles, EMPTY_UNCLES_HASH)
      const gasUsed = rows.reduce((sum, tx) => sum + BigInt(tx.gas_used), 0n)
      yield* differences(block, { gas_used: gasUsed })
      if (gasUsed > content.gasLimit)
        yield `uses ${gasUsed} gas, more than its limit of ${content.gasLimit}`
      const chain = evmChainById(world).get(chain_id)
      if (!chain || !isContractChain(chain) || number === 0) return
      const container = containerOfBlock(world).get(keyOf(chain.network, 'C', String(number)))
      const evm = container?.inner.evm
      if (!evm) return yield 'has no container'
      if (toHex(container.inner.id) !== hash)
        yield `has the hash ${hash}, but its container has ${toHex(container.inner.id)}`
      yield* sameHash('hash of extra data', content.extDataHash, extDataHash(evm.extData))
      const raws = evm.transactions.map(toHex)
      if (raws.join() !== rows.map(({ raw }) => toHex(raw)).join())
        yield 'has a container with other transactions'
    }),
}

/** Since Granite a block comes at least two seconds after its parent (ACP-226 at its initial excess). */
export const evmDelays: Rule = {
  name: 'evm-delays',
  check(world, findings) {
    for (const [chainId, blocks] of evmBlocks(world)) {
      const chain = evmChainById(world).get(chainId)
      if (!chain) continue
      findings.each(
        blocks.entries(),
        ([, row]) => idsOfEvmBlock(row),
        function* ([index, { timestamp }]) {
          const before = blocks[index - 1]?.timestamp
          if (before === undefined || !isActive(chain.network, 'granite', before)) return
          if (timestamp < before + 2)
            yield `is ${timestamp - before} s after its parent, not 2 s or more`
        },
      )
    }
  },
}

/**
 * Optional fields of headers begin with the upgrades that brought them. Source: `HeaderExtra` of
 * coreth's and subnet-evm's plugin/evm/customtypes.
 */
export const evmEras: Rule = {
  name: 'evm-eras',
  check: (world, findings) =>
    findings.each([...evmBlocks(world).values()].flat(), idsOfEvmBlock, (block) => {
      const chain = evmChainById(world).get(block.chain_id)
      return !chain || block.number === 0
        ? []
        : judgeEra(block, chain.network, isContractChain(chain))
    }),
}

function* judgeEra(
  { timestamp, content }: EvmBlock,
  network: Network,
  isContract: boolean,
): Judgement {
  const fields: (readonly [field: keyof EvmBlock['content'], upgrade: UpgradeName])[] = [
    ['baseFeePerGas', 'apricotPhase3'],
    ['blockGasCost', 'apricotPhase4'],
    ...(isContract ? [['extDataGasUsed', 'apricotPhase4'] as const] : []),
    ['blobGasUsed', 'etna'],
    ['excessBlobGas', 'etna'],
    ['parentBeaconBlockRoot', 'etna'],
    ['timestampMilliseconds', 'granite'],
    ['minDelayExcess', 'granite'],
  ]
  for (const [field, upgrade] of fields) {
    const isDue = isActive(network, upgrade, timestamp)
    if (isDue !== (content[field] !== undefined))
      yield `${isDue ? 'lacks' : 'has'} ${field} ${isDue ? 'after' : 'before'} ${upgrade}`
  }
  const { timestampMilliseconds: milliseconds } = content
  if (milliseconds !== undefined && milliseconds / 1000n !== content.timestamp)
    yield `has the time ${milliseconds} ms, but the timestamp ${content.timestamp} s`
}

function* sameHash(label: string, found: Uint8Array | undefined, expected: Uint8Array): Judgement {
  if (found && toHex(found) !== toHex(expected))
    yield `has the ${label} ${toHex(found)}, not ${toHex(expected)}`
}
