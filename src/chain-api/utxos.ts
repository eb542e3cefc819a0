import { type AddressPrefix, addressText } from '../formats/addresses.ts'
import { FormatError } from '../formats/codec.ts'
import { parseId } from '../formats/ids.ts'
import { compareBytes } from '../formats/ordering.ts'
import { text, uint64 } from '../json-rpc/argument-readers.ts'
import { defineMethod, type Method, rpcError } from '../json-rpc/method.ts'
import { networkConstants } from '../networks/constants.ts'
import type { PrimaryChain } from '../networks/primary-chain.ts'
import { statement } from '../store/statement.ts'
import { neverSpent } from '../store/tables/primary.ts'
import type { World } from '../world/world.ts'
import { addressIn, primaryChainNamed } from './addresses.ts'
import { chainEncoding, texts, utxoIndex } from './arguments.ts'

/** Maximum number of addresses of a request, and of outputs of a page. */
const maxItems = 1024

/** Builds `getUTXOs`: unspent outputs of addresses, or what waits for them in shared memory. */
export const getUtxos = (service: 'platform' | 'avm' | 'avax', chain: PrimaryChain): Method =>
  defineMethod(
    `${service}.getUTXOs`,
    {
      addresses: texts,
      sourceChain: text,
      limit: uint64,
      startIndex: utxoIndex,
      encoding: chainEncoding,
    },
    (world, { addresses, sourceChain, limit, startIndex, encoding }) => {
      if (addresses.length === 0) throw rpcError('no addresses provided')
      if (addresses.length > maxItems)
        throw rpcError(
          `number of addresses given, ${addresses.length}, exceeds maximum, ${maxItems}`,
        )
      if (sourceChain === '' && chain === 'C') throw rpcError('no source chain provided')
      const from = sourceChain === '' ? chain : sourceOf(world, sourceChain)
      const wanted = [...new Set(addresses.map((each) => addressIn(world, chain, each)))].sort()
      const { hrp } = networkConstants[world.nodeNetwork]
      const count = limit === 0n || limit > BigInt(maxItems) ? maxItems : Number(limit)
      const start =
        startIndex.address === '' ? undefined : addressIn(world, chain, startIndex.address)
      const startId = startIndex.utxo === '' ? undefined : idIn(startIndex.utxo)
      const found = unspent(world, { chain, from, wanted, start, startId, maxItems: count })
      const last = found.at(-1)
      const [first] = found
      if (encoding === 'json' && first) throw rpcError(jsonRefusal(service, first.utxo_id))
      const utxos = found.map(({ bytes }) => (encoding === 'hexnc' ? bytes.slice(0, -8) : bytes))
      return {
        numFetched: String(utxos.length),
        utxos,
        endIndex: {
          address: `${chain}-${last?.address ?? start ?? emptyAddress(hrp)}`,
          utxo: last?.utxo_id ?? '11111111111111111111111111111111LpoYY',
        },
        encoding,
      }
    },
  )

/** Returns the node's text for outputs as JSON, which it does not have. */
const jsonRefusal = (service: 'platform' | 'avm' | 'avax', utxoId: string): string =>
  `${service === 'avax' ? 'problem encoding utxo' : `couldn't encode UTXO ${utxoId} as json`}: unsupported encoding in method`

interface Place {
  readonly chain: PrimaryChain
  readonly from: PrimaryChain
  readonly wanted: readonly string[]
  readonly start: string | undefined
  readonly startId: Uint8Array | undefined
  readonly maxItems: number
}

/** Returns outputs by address, then by id; each once. */
function unspent(world: World, { chain, from, wanted, start, startId, maxItems: limit }: Place) {
  const seen = new Set<string>()
  const found: (UtxoRow & { address: string })[] = []
  for (const address of wanted) {
    if (start !== undefined && address < start) continue
    const rows = world
      .all(selectUnspent, { network: world.nodeNetwork, address, chain, from })
      .map((row) => ({ ...row, address, id: parseId(row.utxo_id) }))
      .sort((a, b) => compareBytes(a.id, b.id))
    for (const row of rows) {
      if (address === start && startId && compareBytes(row.id, startId) <= 0) continue
      if (seen.has(row.utxo_id)) continue
      seen.add(row.utxo_id)
      found.push(row)
      if (found.length === limit) return found
    }
  }
  return found
}

/** Returns the chain whose exports are wanted. */
function sourceOf(world: World, source: string): PrimaryChain {
  const found = primaryChainNamed(world, source)
  if (found) return found
  throw rpcError(`problem parsing source chainID "${source}": there is no ID with alias: ${source}`)
}

function idIn(given: string): Uint8Array {
  try {
    return parseId(given)
  } catch (error) {
    if (error instanceof FormatError)
      throw rpcError(`couldn't parse start index "${given}": ${error.message}`)
    throw error
  }
}

/** Returns the address of 20 zero bytes. */
const emptyAddress = (hrp: AddressPrefix) => addressText(new Uint8Array(20), hrp)

interface UtxoRow {
  utxo_id: string
  bytes: string
}

const selectUnspent = statement<
  { network: string; address: string; chain: string; from: string },
  UtxoRow
>(`
  SELECT u.utxo_id, u.bytes FROM address_utxo AS a JOIN utxo AS u ON u.seq = a.utxo_seq
  WHERE a.network = :network AND a.address = :address AND a.spent_at = ${neverSpent}
    AND u.created_on_chain = :from AND u.consumed_on_chain = :chain
    AND (u.staked = 0 OR EXISTS (
      SELECT 1 FROM primary_transaction AS t
      WHERE t.seq = u.emitted_by AND t.reward_tx_id IS NOT NULL))`)
