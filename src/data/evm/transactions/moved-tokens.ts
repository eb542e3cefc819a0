import type { LiveNativeTransaction } from '../../../../schemas/data/live-evm.ts'
import type {
  LiveErc20TransferDetails,
  LiveErc721TransferDetails,
  LiveErc1155TransferDetails,
} from '../../../../schemas/data/live-evm-details.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { statement } from '../../../store/statement.ts'
import { transfersPerTransaction } from '../../../store/tables/evm-contracts.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { type Erc20TokenRow, toErc20Token } from '../contracts/erc20-token.ts'
import { type ContractOf, knownContracts } from '../contracts/known-contracts.ts'
import { type NftTokenRow, toCommonNftToken, toNftToken } from '../contracts/nft-token.ts'
import { erc20Selection, erc721Selection, erc1155Selection } from '../transfers/kinds.ts'
import { type PartiesRow, partyColumns, partyJoins, toParties } from '../transfers/parties.ts'
import type { Selection, TransferKind } from '../transfers/transfer-list.ts'
import { internalsIn } from './internals-in.ts'
import { readTransactions } from './read-transactions.ts'

/** Transfers in a transaction, by kind of token; a kind without transfers is absent. */
interface MovedTokens<Erc20 = LiveErc20TransferDetails> {
  erc20Transfers?: Erc20[]
  erc721Transfers?: LiveErc721TransferDetails[]
  erc1155Transfers?: LiveErc1155TransferDetails[]
}

interface Wanted<Erc20> {
  readonly chainId: string
  /** Keys of the transactions. */
  readonly seqs: readonly number[]
  /** Limits the result to transfers from or to the address; absent: all. */
  readonly address?: string
  readonly isErc20Wanted?: (token: Erc20TokenRow) => boolean
  readonly toErc20: (row: Erc20Row, contractOf: ContractOf, dialect: Dialect) => Erc20
}

/** Reads transactions of one chain with their transfers, in the order of the given keys. */
export function transactionsWithMoves<Erc20>(
  world: World,
  wanted: Wanted<Erc20>,
  dialect: Dialect,
): ({ nativeTransaction: LiveNativeTransaction } & MovedTokens<Erc20> &
  ReturnType<ReturnType<typeof internalsIn>>)[] {
  const movedIn = movedTokens(world, wanted, dialect)
  const internals = internalsIn(world, wanted)
  return readTransactions(world, wanted.seqs, dialect).map((nativeTransaction, i) => ({
    nativeTransaction,
    ...movedIn(wanted.seqs[i] ?? 0),
    ...internals(wanted.seqs[i] ?? 0),
  }))
}

/** Returns the transfers in transactions of one chain, by the key of the transaction. */
export function movedTokens<Erc20>(
  world: World,
  { chainId, seqs, address, isErc20Wanted = () => true, toErc20 }: Wanted<Erc20>,
  dialect: Dialect,
): (seq: number) => MovedTokens<Erc20> {
  const bindings = { chainId, seqs: JSON.stringify(seqs), address: address ?? null }
  const ofTransaction = ({ tx_seq }: InTransaction) => tx_seq
  const contractOf = knownContracts(world)
  const wanted = world
    .all(selectErc20, bindings)
    .filter(({ token }) => isErc20Wanted(contractOf(token)))
  const erc20 = groupBy(wanted, ofTransaction)
  const erc721 = groupBy(world.all(selectErc721, bindings), ofTransaction)
  const erc1155 = groupBy(world.all(selectErc1155, bindings), ofTransaction)
  return (seq) => {
    const [tokens, nfts, kinds] = [erc20.get(seq), erc721.get(seq), erc1155.get(seq)]
    return {
      ...(tokens && { erc20Transfers: tokens.map((row) => toErc20(row, contractOf, dialect)) }),
      ...(nfts && {
        erc721Transfers: nfts.map((row) =>
          Object.assign(toMove(row, contractOf), {
            erc721Token: toCommonNftToken(world, row, dialect),
          }),
        ),
      }),
      ...(kinds && {
        erc1155Transfers: kinds.map((row) =>
          Object.assign(toMove(row, contractOf), {
            value: row.value,
            erc1155Token: toNftToken(world, row, dialect),
          }),
        ),
      }),
    }
  }
}

interface InTransaction extends PartiesRow {
  tx_seq: number
  log_index: number
}

/** ERC-20 transfer within a transaction; `value` is decimal text. */
export interface Erc20Row extends InTransaction {
  value: string
  /** Key of the token's contract. */
  token: number
}

/** Builds the two parties and the position of the log in the block. */
const toMove = (row: InTransaction, contractOf: ContractOf) =>
  Object.assign(toParties(row, contractOf), {
    logIndex: row.log_index,
  })

/** Builds an ERC-20 transfer with its token. */
export const toErc20Details = (
  row: Erc20Row,
  contractOf: ContractOf,
  dialect: Dialect,
): LiveErc20TransferDetails =>
  Object.assign(toMove(row, contractOf), {
    value: row.value,
    erc20Token: toErc20Token(contractOf(row.token), dialect),
  })

type Bindings = { chainId: string; seqs: string; address: string | null }

const selection = (kind: TransferKind, { columns, joins }: Selection) => `
  SELECT x.tx_seq, x.log_index, ${partyColumns('x')}, ${columns}
  FROM json_each(:seqs) AS asked
  CROSS JOIN ${kind}_transfer x ON x.seq >= asked.value * ${transfersPerTransaction}
    AND x.seq < (asked.value + 1) * ${transfersPerTransaction}
  ${joins}
  ${partyJoins('x')}
  WHERE :address IS NULL OR x.sender = :address OR x.recipient = :address
  ORDER BY x.seq`

const selectErc20 = statement<Bindings, Erc20Row>(selection('erc20', erc20Selection))

const selectErc721 = statement<Bindings, InTransaction & NftTokenRow>(
  selection('erc721', erc721Selection),
)

const selectErc1155 = statement<Bindings, InTransaction & NftTokenRow & { value: string }>(
  selection('erc1155', erc1155Selection),
)
