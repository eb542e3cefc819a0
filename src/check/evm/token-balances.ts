import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { setDifference } from '../compare.ts'
import { perWorld } from '../per-world.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { contractByAddress } from './contracts.ts'
import { type EvmBlock, evmBlocks, idsOfEvmBlock } from './evm-blocks.ts'
import { transactionsOfBlock } from './evm-transactions.ts'
import { depositsIn, withdrawalsIn } from './token-events.ts'
import { transfers } from './transfers.ts'

const zeroAddress = toHex(new Uint8Array(20))
const maxWord = 2n ** 256n - 1n

const within = (balance: bigint) => (balance < 0n ? 0n : balance > maxWord ? maxWord : balance)

/**
 * Balances of ERC-20 tokens follow, block by block, from transfers, and of wrapped native tokens
 * from deposits and withdrawals too. Logs that lie leave them within what a word holds.
 */
export const erc20Balances: Rule = {
  name: 'erc20-balances',
  check(world, findings) {
    const rows = groupBy(
      world.all(selectBalances, {}),
      ({ chain_id, block_number }) => `${chain_id} ${block_number}`,
    )
    const balances = new Map<string, bigint>()
    findings.each([...evmBlocks(world).values()].flat(), idsOfEvmBlock, function* (block) {
      const touched = new Map<string, bigint>()
      for (const { key, change } of changesIn(world, block)) {
        const before = balances.get(key) ?? 0n
        if (!touched.has(key)) touched.set(key, before)
        balances.set(key, within(before + change))
      }
      const changes = [...touched].flatMap(([key, before]) => {
        const after = balances.get(key) ?? 0n
        return after === before ? [] : [`${key} ${after}`]
      })
      const found = rows.get(`${block.chain_id} ${block.number}`) ?? []
      yield* setDifference(
        'the history of balances',
        new Set(
          found.map((row) => `${row.contract_seq} ${row.holder.toLowerCase()} ${row.balance}`),
        ),
        new Set(changes),
      )
    })
  },
}

/** Returns changes in the order of logs. */
function changesIn(world: CheckedWorld, { chain_id, number }: EvmBlock) {
  const transactions = transactionsOfBlock(world).get(`${chain_id} ${number}`) ?? []
  let firstLog = 0
  return transactions.flatMap(({ outcome, seq }) => {
    const moves = groupBy(erc20Moves(world).get(seq) ?? [], ({ logIndex }) => logIndex)
    const first = firstLog
    firstLog += outcome.logs.length
    return outcome.logs.flatMap((log, place) => {
      const moved = (moves.get(first + place) ?? []).flatMap(({ contract, from, to, value }) => [
        { holder: from, contract: contract.seq, change: -value },
        { holder: to, contract: contract.seq, change: value },
      ])
      const wrapped = [
        ...depositsIn([log]),
        ...withdrawalsIn([log]).map((each) => ({ ...each, amount: -each.amount })),
      ].flatMap(({ token, holder, amount }) => {
        const contract = contractByAddress(world).get(`${chain_id} ${token}`)
        if (contract?.role !== 'wrapped-native') return []
        return [{ holder, contract: contract.seq, change: amount }]
      })
      return [...moved, ...wrapped]
        .filter(({ holder }) => holder !== zeroAddress)
        .map(({ holder, contract, change }) => ({ key: `${contract} ${holder}`, change }))
    })
  })
}

const erc20Moves = perWorld((world) =>
  groupBy(
    transfers(world).filter(({ contract }) => contract.erc_type === 'ERC-20'),
    ({ transaction }) => transaction.seq,
  ),
)

const selectBalances = statement<
  Record<string, never>,
  { chain_id: string; contract_seq: number; holder: string; block_number: number; balance: string }
>(`SELECT c.chain_id, contract_seq, holder, block_number, balance
   FROM erc20_balance b JOIN contract c ON c.seq = b.contract_seq`)
