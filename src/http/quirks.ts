import type { GenesisData } from '../../schemas/data/genesis.ts'
import type { LiveIndexStatus } from '../../schemas/data/live.ts'
import type { LiveGenesisData } from '../../schemas/data/live-primary.ts'
import type { IndexStatus } from '../../schemas/data/tokens.ts'
import type { Quirk } from '../../schemas/quirk.ts'
import type { Dialect } from './dialect.ts'

/** Differences that do not stand beside their operations. */
export const undeclaredQuirks: readonly Quirk[] = [
  {
    name: 'Success status of signature aggregation',
    section: '4.1.1, 4.1.2',
    documented: '200',
    live: '201, on POST and GET',
  },
  {
    name: 'X- and C-chain transactions',
    section: '2.2, 4.1.3',
    documented: 'The shape of P-chain transactions; vertex or block as the block',
    live: 'Shapes of their own: linear and non-linear on the X-chain, import and export on the C-chain',
  },
  {
    name: 'txTypes and timestamps with l1ValidationId but without addresses',
    section: '4.1.3',
    documented: '400',
    live: 'Allowed',
  },
  {
    name: 'airdropAmount and baseFeePerGas of genesisData',
    section: '2.2',
    documented: 'Hex text, absent when the genesis has none',
    live: 'Number, null when the genesis has none',
  },
  {
    name: 'X- and C-chain balances',
    section: '2.4, 4.1.5',
    documented: 'The eight lists, of the C-chain the two atomic ones; atomic items have a status',
    live: 'Of the X-chain locked, unlocked and the two atomic lists; atomic items have no status',
  },
  {
    name: 'Balances without addresses',
    section: '4.1.5',
    documented: 'Empty lists',
    live: '400',
  },
  {
    name: 'value of a Price',
    section: '2.1',
    documented: 'Decimal text',
    live: 'Number',
  },
  {
    name: 'indexStatus of NFT metadata',
    section: '2.1',
    documented: '`indexed` and the others in lower case',
    live: '`INDEXED` and the others in capitals',
  },
  {
    name: 'ERC-1155 tokens',
    section: '2.1, 4.1.14, 4.1.17',
    documented: 'The shape of every NftToken, with name, symbol and attributes',
    live: 'No name and symbol; metadata with decimals and properties instead of attributes',
  },
  {
    name: 'Methods getVMs, upgrades, peers and uptime',
    section: '4.3',
    documented: 'The members that the contract lists; uptime honours subnetID',
    live: 'The members of the current node release; uptime ignores subnetID',
  },
  {
    name: 'Result of index.getContainerRange',
    section: '4.4',
    documented: 'A list of containers; null for numToFetch 0',
    live: 'An object with the list as containers; an error for numToFetch 0',
  },
  {
    name: 'Range of index.getContainerRange by endIndex',
    section: '4.4',
    documented: 'endIndex is ignored like every unknown argument',
    live: 'Up to and with endIndex where numToFetch is missing or 0',
  },
  {
    name: 'encoding of the index methods',
    section: '4.4',
    documented: 'hex only, in all six methods',
    live: 'The encodings of the node',
  },
  {
    name: 'Index of X-chain transactions',
    section: '4.4',
    documented: 'Every accepted transaction',
    live: 'Ends at the Cortina upgrade',
  },
]

/** Success status of both aggregation operations. */
export const aggregateStatus = (dialect: Dialect): 200 | 201 => (dialect === 'live' ? 201 : 200)

/** `value` of a Price; `text` is a decimal number without exponent. */
export const priceValue = (dialect: Dialect, text: string): string | number =>
  dialect === 'live' ? Number(text) : text

/** `indexStatus` of NFT metadata. */
export const indexStatus = (
  dialect: Dialect,
  status: IndexStatus,
): IndexStatus | LiveIndexStatus =>
  dialect === 'live' ? (status.toUpperCase() as LiveIndexStatus) : status

/** `genesisData` of a chain. As a number an airdrop of many tokens is rounded. */
export const genesisData = (dialect: Dialect, genesis: GenesisData): LiveGenesisData =>
  dialect === 'live'
    ? {
        ...genesis,
        airdropAmount: numberOrNull(genesis.airdropAmount),
        baseFeePerGas: numberOrNull(genesis.baseFeePerGas),
      }
    : genesis

const numberOrNull = (hex: string | undefined) => (hex === undefined ? null : Number(hex))

/** Whether balances without addresses are refused instead of empty. G-30 */
export const balancesNeedAddresses = (dialect: Dialect): boolean => dialect === 'live'

/** Whether l1ValidationId alone allows txTypes and timestamps. G-32 */
export const validationIdLiftsFilterRule = (dialect: Dialect): boolean => dialect === 'live'

/** Whether X- and C-chain transactions and balances have shapes of their own. G-39 */
export const hasChainShapes = (dialect: Dialect): boolean => dialect === 'live'
