import { fromCheckedHex, parseId } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { id } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { neverSpent } from '../../store/tables/primary.ts'
import { addressIn } from '../addresses.ts'
import { chainEncoding, flag, texts } from '../arguments.ts'
import { encoded } from '../bytes.ts'
import { AssetSums } from './asset-sums.ts'

/** Maximum number of addresses of a request. */
const maxAddresses = 256

/** `platform.getStake`: outputs of addresses in stakes that run or wait, in the node's order. */
export const getStake = defineMethod(
  'platform.getStake',
  { addresses: texts, validatorsOnly: flag, encoding: chainEncoding },
  (world, { addresses, validatorsOnly, encoding }) => {
    if (addresses.length > maxAddresses)
      throw rpcError(
        `${addresses.length} addresses provided but this method can take at most ${maxAddresses}`,
      )
    const { nodeNetwork: network } = world
    const bySeq = new Map(
      addresses
        .flatMap((given) =>
          world.all(selectStaked, { network, address: addressIn(world, 'P', given) }),
        )
        .filter(({ kind }) => !validatorsOnly || kind !== 'delegator')
        .map((row) => [row.seq, row]),
    )
    const rows = [...bySeq.values()].sort(
      (a, b) =>
        a.is_waiting - b.is_waiting ||
        a.next_time - b.next_time ||
        Number(a.kind !== 'delegator') - Number(b.kind !== 'delegator') ||
        compareBytes(parseId(a.tx_id), parseId(b.tx_id)) ||
        a.output_index - b.output_index,
    )
    const sums = new AssetSums()
    for (const { asset_id, amount } of rows) sums.add(asset_id, BigInt(amount))
    return {
      staked: sums.of(networkConstants[network].avaxAssetId),
      stakeds: sums.byAsset(),
      stakedOutputs: rows.map(({ bytes, asset_id }) =>
        encoded(transferableOutputIn(fromCheckedHex(bytes)), encoding, `output ${asset_id}`),
      ),
      encoding,
    }
  },
)

/** `platform.getRewardUTXOs`: what a stake brought when it ended; none of one that runs. */
export const getRewardUtxos = defineMethod(
  'platform.getRewardUTXOs',
  { txID: id, encoding: chainEncoding },
  (world, { txID, encoding }) => {
    const rows = world.all(selectRewards, { network: world.nodeNetwork, txId: txID })
    return {
      numFetched: String(rows.length),
      utxos: rows.map(({ bytes }) => encoded(fromCheckedHex(bytes), encoding, 'utxo')),
      encoding,
    }
  },
)

/**
 * Returns the output of a UTXO with its asset, as a transaction lists it: the codec version stays,
 * the transaction's id and the index go.
 */
function transferableOutputIn(utxo: Uint8Array): Uint8Array {
  const versionLength = 2
  const referenceLength = 32 + 4
  return Buffer.concat([
    utxo.subarray(0, versionLength),
    utxo.subarray(versionLength + referenceLength),
  ])
}

const selectStaked = statement<
  { network: string; address: string },
  {
    seq: number
    tx_id: string
    output_index: number
    asset_id: string
    amount: string
    bytes: string
    kind: string
    is_waiting: number
    next_time: number
  }
>(`
  SELECT u.seq, u.tx_id, u.output_index, u.asset_id, u.amount, u.bytes, p.kind,
    p.start_height IS NULL AS is_waiting,
    iif(p.start_height IS NULL, p.start_timestamp, p.end_timestamp) AS next_time
  FROM address_utxo AS a JOIN utxo AS u ON u.seq = a.utxo_seq
  JOIN staking_period AS p ON p.tx_seq = u.emitted_by
  WHERE a.network = :network AND a.address = :address AND a.spent_at = ${neverSpent}
    AND u.staked = 1 AND p.end_height IS NULL`)

const selectRewards = statement<{ network: string; txId: string }, { bytes: string }>(`
  SELECT u.bytes
  FROM primary_transaction AS s
  JOIN primary_transaction AS r
    ON r.network = s.network AND r.chain = 'P' AND r.tx_id = s.reward_tx_id
  JOIN utxo AS u ON u.emitted_by = r.seq
  WHERE s.network = :network AND s.chain = 'P' AND s.tx_id = :txId
    AND u.tx_id = :txId AND u.reward_type IS NOT NULL
  ORDER BY u.output_index`)
