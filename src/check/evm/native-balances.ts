import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { setDifference } from '../compare.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { atomicMoves } from './atomic-moves.ts'
import { type EvmBlock, evmBlocks, idsOfEvmBlock } from './evm-blocks.ts'
import { type EvmChainRow, evmChains, isContractChain } from './evm-chains.ts'
import { transactionsOfBlock } from './evm-transactions.ts'
import { genesisOf } from './genesis-rules.ts'
import { withdrawalsIn } from './token-events.ts'

/**
 * Native balances follow, block by block, from the genesis, values, fees, payouts of wrapped
 * tokens, and atomic transactions. Fees go to the miner of the header. No balance is ever negative.
 */
export const nativeBalances: Rule = {
  name: 'native-balances',
  check(world, findings) {
    const rows = groupBy(
      world.all(selectBalances, {}),
      ({ chain_id, block_number }) => `${chain_id} ${block_number}`,
    )
    for (const chain of evmChains(world)) {
      const balances = new Map<string, bigint>()
      findings.each(evmBlocks(world).get(chain.chain_id) ?? [], idsOfEvmBlock, function* (block) {
        const touched = new Map<string, bigint>()
        const add = (account: string, wei: bigint) => {
          const before = balances.get(account) ?? 0n
          if (!touched.has(account)) touched.set(account, before)
          balances.set(account, before + wei)
        }
        if (block.number === 0)
          for (const [account, wei] of allocations(world, chain)) add(account, wei)
        else applyBlock(world, block, add)
        const changes = [...touched].flatMap(([account, before]) => {
          const after = balances.get(account) ?? 0n
          return after === before ? [] : [`${account} ${after}`]
        })
        for (const account of touched.keys())
          if ((balances.get(account) ?? 0n) < 0n) yield `${account} falls below zero`
        const found = rows.get(`${chain.chain_id} ${block.number}`) ?? []
        yield* setDifference(
          'the history',
          new Set(found.map(({ address, balance }) => `${address.toLowerCase()} ${balance}`)),
          new Set(changes),
        )
      })
    }
  },
}

type Add = (account: string, wei: bigint) => void

function applyBlock(world: CheckedWorld, block: EvmBlock, add: Add): void {
  const miner = toHex(block.content.miner)
  const key = `${block.chain_id} ${block.number}`
  for (const tx of transactionsOfBlock(world).get(key) ?? []) {
    const sender = tx.sender.toLowerCase()
    const fee = BigInt(tx.gas_used) * BigInt(tx.gas_price)
    add(sender, -fee)
    add(miner, fee)
    if (!tx.outcome.succeeded) continue
    add(sender, -tx.content.value)
    add(tx.recipient.toLowerCase(), tx.content.value)
    for (const { token, holder, amount } of withdrawalsIn(tx.outcome.logs)) {
      add(token, -amount)
      add(holder, amount)
    }
  }
  const moves = atomicMoves(world).get(`${block.chain_id} ${block.hash}`)
  for (const { account, wei } of [...(moves?.imports ?? []), ...(moves?.exports ?? [])])
    add(account, wei)
}

/** Returns the balances at genesis: none on the C-chain, those of the genesis on L1s. */
function allocations(world: CheckedWorld, chain: EvmChainRow): [account: string, wei: bigint][] {
  if (isContractChain(chain)) return []
  return Object.entries(genesisOf(world, chain).alloc ?? {}).map(
    ([address, { balance = '0x0' }]) => [
      `0x${address.replace(/^0x/, '').toLowerCase()}`,
      BigInt(balance),
    ],
  )
}

const selectBalances = statement<
  Record<string, never>,
  { chain_id: string; address: string; block_number: number; balance: string }
>('SELECT chain_id, address, block_number, balance FROM evm_balance')
