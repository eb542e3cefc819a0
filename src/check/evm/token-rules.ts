import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { differences, setDifference } from '../compare.ts'
import type { CheckedWorld, Findings, Rule } from '../rule.ts'
import { idsOfContract } from './contracts.ts'
import { evmTransactionBySeq, idsOfEvmTransaction } from './evm-transactions.ts'
import { type Transfer, transfers } from './transfers.ts'

interface TransferRow {
  seq: number
  tx_seq: number
  log_index: number
  contract_seq: number
  token_id: string | null
  sender: string
  recipient: string
  value: string | null
}

interface ActivityRow {
  chain_id: string
  address: string
  seq: number
}

/** Transfers of ERC-20 tokens are those in logs, and both sides list them. */
export const erc20Transfers: Rule = {
  name: 'erc20-transfers',
  check: (world, findings) =>
    judgeTable(world, findings, 'ERC-20', world.all(selectErc20, {}), world.all(erc20Activity, {})),
}

/** Transfers of ERC-721 tokens are those in logs, and both sides list them. */
export const erc721Transfers: Rule = {
  name: 'erc721-transfers',
  check: (world, findings) =>
    judgeTable(
      world,
      findings,
      'ERC-721',
      world.all(selectErc721, {}),
      world.all(erc721Activity, {}),
    ),
}

/** Transfers of ERC-1155 tokens are those in logs, and both sides list them. */
export const erc1155Transfers: Rule = {
  name: 'erc1155-transfers',
  check: (world, findings) =>
    judgeTable(
      world,
      findings,
      'ERC-1155',
      world.all(selectErc1155, {}),
      world.all(erc1155Activity, {}),
    ),
}

function judgeTable(
  world: CheckedWorld,
  findings: Findings,
  type: Transfer['contract']['erc_type'],
  rows: readonly TransferRow[],
  activity: readonly ActivityRow[],
): void {
  const bySeq = indexBy(rows, ({ seq }) => seq)
  const listed = groupBy(activity, ({ seq }) => seq)
  const expected = transfers(world).filter(({ contract }) => contract.erc_type === type)
  findings.each(
    expected,
    ({ transaction, contract }) => [transaction.hash, ...idsOfContract(contract)],
    function* ({ seq, transaction, contract, logIndex, from, to, tokenId, value }) {
      const row = bySeq.get(seq)
      if (!row) return yield `transfer of log ${logIndex} has no row`
      yield* differences(
        { ...row, sender: row.sender.toLowerCase(), recipient: row.recipient.toLowerCase() },
        {
          tx_seq: transaction.seq,
          log_index: logIndex,
          contract_seq: contract.seq,
          sender: from,
          recipient: to,
          token_id: tokenId ?? null,
          value: type === 'ERC-721' ? null : value,
        },
      )
      yield* setDifference(
        'the list of transfers by address',
        new Set(
          listed.get(seq)?.map((entry) => `${entry.chain_id} ${entry.address.toLowerCase()}`),
        ),
        new Set([from, to].map((address) => `${contract.chain_id} ${address}`)),
      )
    },
  )
  const known = new Set(expected.map(({ seq }) => seq))
  findings.each(
    rows.filter(({ seq }) => !known.has(seq)),
    ({ tx_seq, seq }) => {
      const transaction = evmTransactionBySeq(world).get(tx_seq)
      return transaction ? idsOfEvmTransaction(transaction) : [String(seq)]
    },
    function* ({ log_index }) {
      yield `transfer of log ${log_index} has no matching log`
    },
  )
}

const selectErc20 = statement<Record<string, never>, TransferRow>(
  `SELECT seq, tx_seq, log_index, contract_seq, NULL AS token_id, sender, recipient, value
   FROM erc20_transfer`,
)

const selectErc721 = statement<Record<string, never>, TransferRow>(
  `SELECT t.seq, tx_seq, log_index, contract_seq, token_id, sender, recipient, NULL AS value
   FROM erc721_transfer t JOIN nft_token n USING (contract_seq) WHERE n.seq = t.token_seq`,
)

const selectErc1155 = statement<Record<string, never>, TransferRow>(
  `SELECT t.seq, tx_seq, log_index, contract_seq, token_id, sender, recipient, value
   FROM erc1155_transfer t JOIN nft_token n USING (contract_seq) WHERE n.seq = t.token_seq`,
)

const erc20Activity = statement<Record<string, never>, ActivityRow>(
  'SELECT chain_id, address, seq FROM erc20_activity',
)

const erc721Activity = statement<Record<string, never>, ActivityRow>(
  'SELECT chain_id, address, seq FROM erc721_activity',
)

const erc1155Activity = statement<Record<string, never>, ActivityRow>(
  'SELECT chain_id, address, seq FROM erc1155_activity',
)
