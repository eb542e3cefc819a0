import { type ExpectedValues, eras } from './expected-eras.ts'

const now = '(SELECT now FROM meta)'

const platformTypes = [
  'AddValidatorTx',
  'AddSubnetValidatorTx',
  'AddDelegatorTx',
  'CreateChainTx',
  'CreateSubnetTx',
  'ImportTx',
  'ExportTx',
  'AdvanceTimeTx',
  'RewardValidatorTx',
  'RemoveSubnetValidatorTx',
  'TransformSubnetTx',
  'AddPermissionlessValidatorTx',
  'AddPermissionlessDelegatorTx',
  'BaseTx',
  'TransferSubnetOwnershipTx',
  'ConvertSubnetToL1Tx',
  'RegisterL1ValidatorTx',
  'SetL1ValidatorWeightTx',
  'DisableL1ValidatorTx',
  'IncreaseL1ValidatorBalanceTx',
]

const exchangeTypes = ['BaseTx', 'CreateAssetTx', 'OperationTx', 'ImportTx', 'ExportTx']

const blockTypes = [
  'ApricotProposalBlock',
  'ApricotAbortBlock',
  'ApricotCommitBlock',
  'ApricotStandardBlock',
  'ApricotAtomicBlock',
  'BanffProposalBlock',
  'BanffAbortBlock',
  'BanffCommitBlock',
  'BanffStandardBlock',
]

/** The same on each of the two networks. */
const ofEachNetwork = (
  what: string,
  sqlOf: (network: string) => string,
  values: ExpectedValues['values'],
): ExpectedValues[] =>
  ['mainnet', 'fuji'].map((network) => ({
    what: `${what} of ${network}`,
    sql: sqlOf(network),
    values,
  }))

const transactionsOf = (chain: string, types: readonly string[]) =>
  ofEachNetwork(
    `transactions of the ${chain}-chain`,
    (network) =>
      `SELECT DISTINCT tx_type AS value FROM primary_transaction
       WHERE network = '${network}' AND chain = '${chain}'`,
    types,
  )

const column = (table: string, name: string, where = '1') =>
  `SELECT DISTINCT ${name} AS value FROM ${table} WHERE ${where}`

/** State of an output for its owners at the end of the world, in the words of the balances. */
const balanceKinds = (network: string) => `
  SELECT DISTINCT created_on_chain || consumed_on_chain || ' ' || CASE
    WHEN stake_start > ${now} THEN 'pending'
    WHEN stake_end > ${now} AND stakeable_locktime > stake_end THEN 'locked staked'
    WHEN stake_end > ${now} THEN 'staked'
    WHEN stakeable_locktime > ${now} THEN 'locked stakeable'
    WHEN locktime > ${now} THEN 'locked'
    ELSE 'unlocked' END AS value
  FROM utxo WHERE network = '${network}' AND consumed_by IS NULL`

/** All values of section 2 of the client reference that a response of ours can have. */
export const expectedValues: readonly ExpectedValues[] = [
  ...eras,
  ...transactionsOf('P', platformTypes),
  ...transactionsOf('X', exchangeTypes),
  ...transactionsOf('C', ['ImportTx', 'ExportTx']),
  ...ofEachNetwork(
    'block types',
    (network) => column('primary_block', 'block_type', `network = '${network}' AND chain = 'P'`),
    blockTypes,
  ),
  ...ofEachNetwork(
    'reward types',
    (network) => column('utxo', 'reward_type', `network = '${network}'`),
    ['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE'],
  ),
  ...ofEachNetwork(
    'UTXO types: staked or not',
    (network) => column('utxo', 'staked', `network = '${network}'`),
    [0, 1],
  ),
  ...ofEachNetwork(
    'output types',
    (network) => column('utxo', 'output_type', `network = '${network}'`),
    ['transfer', 'mint', 'nft transfer', 'nft mint'],
  ),
  ...ofEachNetwork('asset types', (network) => column('asset', 'type', `network = '${network}'`), [
    'secp256k1',
    'nft',
  ]),
  ...ofEachNetwork('asset caps', (network) => column('asset', 'cap', `network = '${network}'`), [
    'fixed',
    'variable',
  ]),
  ...ofEachNetwork(
    'delegation statuses',
    (network) => `
      SELECT DISTINCT CASE WHEN start_timestamp > ${now} THEN 'pending'
        WHEN end_timestamp > ${now} THEN 'active' ELSE 'completed' END AS value
      FROM delegator WHERE network = '${network}'`,
    ['completed', 'active', 'pending'],
  ),
  ...ofEachNetwork('kinds of balances', balanceKinds, [
    'PP pending',
    'PP locked staked',
    'PP staked',
    'PP locked stakeable',
    'PP locked',
    'PP unlocked',
    'XX locked',
    'XX unlocked',
    ...['PX', 'PC', 'XP', 'XC'].map((pair) => `${pair} unlocked`),
    ...['PX', 'PC', 'XP'].map((pair) => `${pair} locked`),
  ]),
  ...ofEachNetwork(
    'shared memory',
    (network) => `
      SELECT DISTINCT created_on_chain || consumed_on_chain AS value FROM utxo
      WHERE network = '${network}'`,
    ['PX', 'PC', 'XP', 'XC', 'CP', 'CX'],
  ),
  ...ofEachNetwork(
    'L1 validators: active or not',
    (network) => column('l1_validator', 'paid_until IS NOT NULL', `network = '${network}'`),
    [0, 1],
  ),
  ...ofEachNetwork(
    'subnets: L1 or not',
    (network) => column('subnet', 'is_l1', `network = '${network}'`),
    [0, 1],
  ),
  ...ofEachNetwork(
    'statuses of interchain messages',
    (network) => `
      SELECT DISTINCT CASE WHEN d.message_seq IS NULL THEN 'pending'
        WHEN source_tx_hash IS NULL THEN 'delivered_source_not_indexed'
        ELSE 'delivered' END AS value
      FROM icm_message m LEFT JOIN icm_delivery d ON d.message_seq = m.seq
      WHERE network = '${network}'`,
    ['pending', 'delivered', 'delivered_source_not_indexed'],
  ),
  {
    what: 'executions of interchain messages',
    sql: column('icm_delivery', 'executed'),
    values: [0, 1],
  },
  {
    what: 'ERC types of contracts',
    sql: column('contract', 'erc_type'),
    values: ['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN'],
  },
  {
    what: 'ERC types of deployments',
    sql: column('contract', 'erc_type', 'deployer IS NOT NULL'),
    values: ['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN'],
  },
  {
    what: 'ERC types of balances',
    sql: column('nft_balance', 'erc_type'),
    values: ['ERC-721', 'ERC-1155'],
  },
  {
    what: 'index statuses of NFTs',
    sql: column('nft_token', 'upper(index_status)'),
    values: [
      'UNKNOWN',
      'MISSING_TOKEN',
      'INVALID_TOKEN_URI',
      'INVALID_TOKEN_URI_SCHEME',
      'UNREACHABLE_TOKEN_URI',
      'THROTTLED_TOKEN_URI',
      'METADATA_CONTENT_TOO_LARGE',
      'INVALID_METADATA',
      'INVALID_METADATA_JSON',
      'INDEXED',
      'UNINDEXED',
    ],
  },
  {
    what: 'call types',
    sql: column('evm_transaction', 'call_type'),
    values: ['NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION'],
  },
  {
    what: 'calls in transactions',
    sql: column('internal_transaction', 'type'),
    values: ['CALL', 'CREATE', 'STATICCALL'],
  },
  { what: 'transaction statuses', sql: column('evm_transaction', 'status'), values: [0, 1] },
  { what: 'transaction envelopes', sql: column('evm_transaction', 'type'), values: [0, 1, 2] },
  {
    what: 'resource links',
    sql: column('contract_link', 'type'),
    values: [
      'Blog',
      'CoinGecko',
      'CoinMarketCap',
      'Discord',
      'Documentation',
      'Facebook',
      'Github',
      'Instagram',
      'LinkedIn',
      'Medium',
      'Reddit',
      'Support',
      'Telegram',
      'TikTok',
      'Twitter',
      'Website',
      'Whitepaper',
      'Youtube',
    ],
  },
  {
    what: 'currencies',
    sql: column('currency_rate', 'currency'),
    values: [
      'usd',
      'eur',
      'aud',
      'cad',
      'chf',
      'clp',
      'cny',
      'czk',
      'dkk',
      'gbp',
      'hkd',
      'huf',
      'jpy',
      'nzd',
    ],
  },
  {
    what: 'kinds of containers',
    sql: "SELECT DISTINCT chain || '/' || kind AS value FROM container",
    values: ['P/block', 'X/block', 'C/block', 'X/tx', 'X/vtx'],
  },
]
