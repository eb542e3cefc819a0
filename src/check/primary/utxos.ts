import { fromCheckedHex } from '../../formats/ids.ts'
import { decodeUtxo, type Utxo } from '../../formats/utxos.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { perWorld, readable } from '../per-world.ts'

/** Row of the table `utxo`. */
interface UtxoRow {
  seq: number
  network: Network
  utxo_id: string
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  tx_id: string
  output_index: number
  emitted_by: number | null
  asset_id: string
  amount: string
  output_type: string
  owners: string
  threshold: number
  locktime: number
  stakeable_locktime: number | null
  staked: number
  stake_start: number | null
  stake_end: number | null
  reward_type: 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE' | null
  group_id: number | null
  payload: string | null
  created_block: string
  created_at: number
  consumed_by: number | null
  consumed_position: number | null
  consuming_tx_id: string | null
  consuming_block: string | null
  consumed_at: number | null
  bytes: string
}

/** A UTXO that decodes; the rule `utxo-bytes` reports the others. */
export interface HeldUtxo extends UtxoRow {
  readonly content: Utxo
}

/** Returns all rows, in the order of their `seq`. */
export const utxoRows = perWorld((world) => world.all(selectUtxos, {}))

/** Returns all UTXOs that decode, in the order of their `seq`. */
export const utxos = perWorld((world): readonly HeldUtxo[] =>
  readable(utxoRows(world), (row) => [{ ...row, content: decodedUtxo(row) }]),
)

/** Decodes the bytes of a row; throws FormatError. */
export const decodedUtxo = ({ bytes }: UtxoRow): Utxo => decodeUtxo(fromCheckedHex(bytes))

/** Returns the decoded bytes of all UTXOs that decode, by their `seq`. */
export const contentBySeq = perWorld(
  (world) => new Map(utxos(world).map(({ seq, content }) => [seq, content])),
)

/** Returns UTXOs by network and id. */
export const utxoById = perWorld((world) =>
  indexBy(utxos(world), ({ network, utxo_id }) => utxoKey(network, utxo_id)),
)

/** Returns UTXOs by the `seq` of the transaction that emitted them; null for genesis. */
export const utxosByEmitter = perWorld((world) =>
  groupBy(utxos(world), ({ emitted_by }) => emitted_by),
)

/** Returns the owners of UTXOs by `seq`, in the order of their positions. */
export const utxoAddresses = perWorld((world) =>
  groupBy(world.all(selectAddresses, {}), ({ utxo_seq }) => utxo_seq),
)

export const utxoKey = (network: Network, id: string): string => `${network} ${id}`

/** Returns the ids of a UTXO for violations. */
export const idsOfUtxo = ({ utxo_id, tx_id }: UtxoRow): readonly string[] => [utxo_id, tx_id]

const selectUtxos = statement<Record<string, never>, UtxoRow>('SELECT * FROM utxo ORDER BY seq')

const selectAddresses = statement<
  Record<string, never>,
  { utxo_seq: number; position: number; address: string }
>('SELECT utxo_seq, position, address FROM utxo_address ORDER BY utxo_seq, position')
