import type { LiveBlockchain, LiveEncodedGenesis } from '../../../../schemas/data/live-primary.ts'
import { exchangeGenesis, genesisInLists } from '../../../../schemas/data/subnets.ts'
import { encode } from '../../../formats/codec.ts'
import { fromCheckedHex, toCheckedHex } from '../../../formats/ids.ts'
import { decodeUtxo } from '../../../formats/utxos.ts'
import { ExchangeGenesis } from '../../../formats/x-chain-transactions.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { networkConstants } from '../../../networks/constants.ts'
import type { Network } from '../../../networks/network.ts'
import { blockchainIdOf } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { genesisData } from '../genesis-data.ts'
import type { BlockchainRow } from './blockchains.ts'

/** Returns the genesis of a chain as a list shows it. */
export const genesisInList = (row: BlockchainRow, dialect: Dialect) =>
  genesisInLists.in(dialect) ? evmGenesis(row, dialect) : undefined

/** Returns the genesis of a chain as the response about one chain or one subnet shows it. */
export const genesisInDetail = (
  world: World,
  row: BlockchainRow,
  dialect: Dialect,
): LiveBlockchain['genesisData'] =>
  exchangeGenesis.in(dialect) && row.blockchain_id === blockchainIdOf(row.network, 'X')
    ? encodedGenesis(world, row.network)
    : evmGenesis(row, dialect)

const evmGenesis = ({ genesis_data }: BlockchainRow, dialect: Dialect) =>
  genesis_data === null ? undefined : genesisData(dialect, JSON.parse(genesis_data))

/**
 * Builds the genesis of the X-chain: AVAX with its first outputs, named by their indices and in
 * that order. G-95
 */
function encodedGenesis(world: World, network: Network): LiveEncodedGenesis {
  const outputs = world
    .all(selectGenesisUtxos, { network })
    .map(({ bytes }) => decodeUtxo(fromCheckedHex(bytes)).output)
    // The type covers the P-chain's outputs too, and none of them is on the X-chain.
    .filter((output) => output.type !== 'StakeableLockOutput')
  const avax = {
    alias: 'AVAX',
    networkId: networkConstants[network].networkId,
    blockchainId: new Uint8Array(32),
    outputs: [],
    inputs: [],
    memo: new Uint8Array(),
    name: 'Avalanche',
    symbol: 'AVAX',
    denomination: 9,
    initialStates: [{ fxIndex: 0, outputs }],
  }
  return { encoding: 'hex', data: toCheckedHex(encode(ExchangeGenesis, [avax])) }
}

const selectGenesisUtxos = statement<{ network: string }, { bytes: string }>(`
  SELECT bytes FROM utxo
  WHERE emitted_by IS NULL AND network = :network AND created_on_chain = 'X'
  ORDER BY output_index`)
