import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Operation } from '../../../schemas/operation.ts'
import { operations } from '../../../src/operations.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { ewoqOf } from './ewoq-lists.ts'

/** A request that reads one operation of the Data or Metrics API. */
export interface ApiRequest {
  readonly operationId: string
  readonly url: string
  readonly body?: object
  /** Only the first page of a list; all of them when absent. */
  readonly onePage?: true
}

type Row = Record<string, string | number | null>

/**
 * Requests for every operation, about whatever the base holds: all networks, chains, addresses.
 * Chosen ones where the names of the parameters do not say what to ask for.
 */
export function apiRequests(base: BaseReader): ApiRequest[] {
  const rows = (sql: string) => base.all<Record<string, never>, Row>({ sql }, {})
  const chosen = [...primaryRequests(rows), ...evmRequests(rows), ...otherRequests(rows)]
  const others = operations.filter(
    ({ operationId, needsWriter }) =>
      !needsWriter && !chosen.some((request) => request.operationId === operationId),
  )
  return [...chosen, ...others.flatMap((operation) => requestsByName(rows, operation))]
}

/** Requests for everything that the names of an operation's parameters stand for. */
function requestsByName(
  rows: Select,
  { operationId, path, params, query }: Operation,
): ApiRequest[] {
  const named: Record<string, readonly string[]> = {
    network: ['mainnet', 'fuji'],
    blockchainId: Object.values(chains),
    chainId: rows('SELECT chain_id FROM evm_chain').map(({ chain_id }) => String(chain_id)),
    nodeId: rows('SELECT DISTINCT node_id FROM staking_period').map(({ node_id }) =>
      String(node_id),
    ),
    subnetId: rows('SELECT subnet_id FROM subnet').map(({ subnet_id }) => String(subnet_id)),
    l1ValidationId: rows('SELECT validation_id FROM l1_validator').map(({ validation_id }) =>
      String(validation_id),
    ),
    address: rows(
      'SELECT address, count(*) AS n FROM evm_native_activity GROUP BY address ORDER BY n DESC LIMIT 60',
    ).map(({ address }) => String(address)),
  }
  const urls = Object.entries<TSchema>(params.properties).reduce<string[]>(
    (found, [name, schema]) => {
      const values = named[name] ?? schema.anyOf?.map(({ const: value }: TSchema) => value)
      if (!values) throw new Error(`${operationId} needs requests of its own: what is a ${name}?`)
      const taken = values.filter((value: string) => Value.Check(schema, value))
      return found.flatMap((url) => taken.map((value: string) => url.replace(`{${name}}`, value)))
    },
    [path],
  )
  if (!('pageSize' in query.properties)) return of(operationId, urls)
  // Days have every metric.
  const whole = 'timeInterval' in query.properties ? 'timeInterval=day&' : ''
  const max = query.properties.pageSize?.maximum ?? 100
  return urls.flatMap((url) => [
    { operationId, url: `${url}?${whole}pageSize=${max}` },
    { operationId, url: `${url}?${whole}pageSize=1`, onePage: true },
  ])
}

type Select = (sql: string) => Row[]

const of = (operationId: string, urls: readonly string[]): ApiRequest[] =>
  urls.map((url) => ({ operationId, url }))

const withBody = (operationId: string, urls: readonly string[], body: object): ApiRequest[] =>
  urls.map((url) => ({ operationId, url, body }))

const chains = { P: 'p-chain', X: 'x-chain', C: 'c-chain' } as const

function primaryRequests(rows: Select): ApiRequest[] {
  return ['mainnet', 'fuji'].flatMap((network) => {
    const root = `/v1/networks/${network}`
    const ewoq = ewoqOf[network as 'fuji']
    const everybody = rows(
      `SELECT DISTINCT address FROM address_utxo WHERE network = '${network}' LIMIT 60`,
    ).map(({ address }) => address)
    const one = (sql: string) => rows(`SELECT ${sql} LIMIT 1`).flatMap(Object.values)
    const at = `WHERE network = '${network}'`
    const nodes = rows(
      `SELECT DISTINCT node_id FROM staking_period ${at} ORDER BY node_id LIMIT 40`,
    ).map(({ node_id }) => node_id)
    const ofEachChain = (path: string) =>
      Object.values(chains).map((chain) => `${root}/blockchains/${chain}/${path}`)
    const oneTransactionOfEach = rows(
      `SELECT chain, tx_type, min(tx_id) AS id FROM primary_transaction ${at} GROUP BY chain, tx_type`,
    )
    return [
      ...of(
        'getPrimaryTransaction',
        oneTransactionOfEach.map(
          ({ chain, id }) => `${root}/blockchains/${chains[chain as 'P']}/transactions/${id}`,
        ),
      ),
      ...of('getBalances', [
        ...ofEachChain(`balances?addresses=${everybody.join()}`),
        ...ofEachChain(`balances?addresses=${ewoq}`),
      ]),
      ...of('getChainIdsForAddresses', [
        `${root}/addresses:listChainIds?addresses=${everybody.join()}`,
      ]),
      ...['includeSpent=true&pageSize=100', 'pageSize=5'].flatMap((rest) => [
        ...of('getUtxosByAddresses', ofEachChain(`utxos?addresses=${everybody.join()}&${rest}`)),
        ...withBody('getUtxosByAddressesV2', ofEachChain(`utxos?${rest}`), {
          addresses: everybody.join(),
        }),
      ]),
      ...of(
        'getLastActivityTimestampByAddresses',
        ofEachChain(`lastActivityTimestampByAddresses?addresses=${ewoq}`),
      ),
      ...withBody(
        'getLastActivityTimestampByAddressesV2',
        ofEachChain('lastActivityTimestampByAddresses'),
        { addresses: ewoq },
      ),
      ...of('listHistoricalPrimaryNetworkRewards', [
        `${root}/rewards?nodeIds=${nodes.join()}&pageSize=100`,
        `${root}/rewards?addresses=${everybody.join()}&pageSize=5`,
      ]),
      ...of('listPendingPrimaryNetworkRewards', [
        `${root}/rewards:listPending?nodeIds=${nodes.join()}&pageSize=100`,
        `${root}/rewards:listPending?addresses=${everybody.join()}&pageSize=5`,
      ]),
      ...of(
        'listDelegators',
        ['completed', 'active', 'pending'].map(
          (status) => `${root}/delegators?delegationStatus=${status}&pageSize=2`,
        ),
      ),
      ...of('listL1Validators', [
        `${root}/l1Validators?pageSize=3&includeInactiveL1Validators=true`,
      ]),
      ...of(
        'getSubnet',
        rows(`SELECT subnet_id FROM subnet ${at}`).map((row) => `${root}/subnets/${row.subnet_id}`),
      ),
      ...of(
        'getBlockchain',
        rows(`SELECT blockchain_id FROM blockchain ${at}`).map(
          (row) => `${root}/blockchains/${row.blockchain_id}`,
        ),
      ),
      ...of(
        'listVerticesByHeight',
        rows(`SELECT DISTINCT height FROM vertex ${at}`).map(
          ({ height }) =>
            `${root}/blockchains/x-chain/vertices:listByHeight?vertexHeight=${height}&pageSize=1`,
        ),
      ),
      ...of(
        'getVertex',
        one(`vertex_id FROM vertex ${at} AND tx_count > 0`).map(
          (id) => `${root}/blockchains/x-chain/vertices/${id}`,
        ),
      ),
      ...of(
        'listNodeBlocks',
        rows(
          `SELECT DISTINCT proposer_node_id AS id FROM primary_block ${at} AND id IS NOT NULL`,
        ).map(({ id }) => `${root}/blockchains/p-chain/nodes/${id}/blocks?pageSize=1`),
      ),
      ...of(
        'getPrimaryBlock',
        one(`block_id FROM primary_block ${at} AND chain = 'P' AND proposer_node_id IS NOT NULL
             AND tx_count > 0 AND active_l1_validators > 0`).map(
          (id) => `${root}/blockchains/p-chain/blocks/${id}`,
        ),
      ),
      ...of(
        'getAggregatedSignatures',
        one(`tx_id FROM primary_transaction ${at} AND tx_type = 'ConvertSubnetToL1Tx'`).map(
          (id) => `/v1/signatureAggregator/${network}/aggregateSignatures/${id}`,
        ),
      ),
    ]
  })
}

function evmRequests(rows: Select): ApiRequest[] {
  return rows('SELECT chain_id FROM evm_chain').flatMap(({ chain_id }) => {
    const root = `/v1/chains/${chain_id}`
    const at = `WHERE chain_id = '${chain_id}'`
    const contracts = rows(`SELECT address, erc_type, deployer FROM contract ${at}`)
    const ofStandard = (...standards: string[]) =>
      contracts.filter(({ erc_type }) => standards.includes(String(erc_type)))
    const tokens = rows(
      `SELECT c.address, n.token_id FROM nft_token n JOIN contract c ON c.seq = n.contract_seq ${at}`,
    )
    return [
      ...of(
        'getEvmBlock',
        rows(`SELECT max(number) AS number FROM evm_block ${at}`).map(
          (row) => `${root}/blocks/${row.number}`,
        ),
      ),
      ...of('getTransactionsForBlock', [
        ...rows(
          `SELECT number FROM evm_block ${at} AND tx_count > 0 ORDER BY number DESC LIMIT 3`,
        ).map(({ number }) => `${root}/blocks/${number}/transactions?pageSize=2`),
      ]),
      ...of(
        'getTransaction',
        rows(
          `SELECT min(hash) AS hash FROM evm_transaction ${at} GROUP BY type, status, method_name
           UNION SELECT tx_hash FROM icm_delivery ${at} UNION SELECT t.hash
           FROM contract c JOIN evm_transaction t ON t.seq = c.deployment_tx WHERE c.${at.slice(6)}
           UNION SELECT max(t.hash) FROM evm_transaction t WHERE t.${at.slice(6)} AND EXISTS (
             SELECT 1 FROM erc721_transfer x WHERE x.tx_seq = t.seq)
           UNION SELECT max(t.hash) FROM evm_transaction t WHERE t.${at.slice(6)} AND EXISTS (
             SELECT 1 FROM erc1155_transfer x WHERE x.tx_seq = t.seq)`,
        ).flatMap(({ hash }) => (hash === null ? [] : [`${root}/transactions/${hash}`])),
      ),
      ...of(
        'getDeploymentTransaction',
        contracts
          .filter(({ deployer }) => deployer !== null)
          .map(({ address }) => `${root}/contracts/${address}/transactions:getDeployment`),
      ),
      ...of(
        'listTransfers',
        contracts
          .filter(({ erc_type }) => erc_type !== 'UNKNOWN')
          .map(({ address }) => `${root}/tokens/${address}/transfers?pageSize=100`),
      ),
      ...of(
        'listDeployments',
        [...new Set(contracts.flatMap(({ deployer }) => deployer ?? []))].flatMap((deployer) => [
          `${root}/contracts/${deployer}/deployments?pageSize=100`,
          `${root}/contracts/${deployer}/deployments?pageSize=1`,
        ]),
      ),
      ...of(
        'getContract',
        contracts.map(({ address }) => `${root}/addresses/${address}`),
      ),
      ...of(
        'listCollectionTokens',
        ofStandard('ERC-721', 'ERC-1155').flatMap(({ address }) => [
          `${root}/nfts/collections/${address}/tokens?pageSize=100`,
          `${root}/nfts/collections/${address}/tokens?pageSize=1`,
        ]),
      ),
      ...of(
        'getNftHoldersByContractAddress',
        ofStandard('ERC-721', 'ERC-1155').map(
          ({ address }) =>
            `/v2/chains/${chain_id}/contracts/${address}/nfts:listHolders?pageSize=5`,
        ),
      ),
      ...of(
        'getAddressesByBalanceOverTime',
        ofStandard('ERC-20').map(
          ({ address }) =>
            `/v2/chains/${chain_id}/contracts/${address}/balances?threshold=1&pageSize=5`,
        ),
      ),
      ...of(
        'getCollectionToken',
        tokens.map(
          ({ address, token_id }) => `${root}/nfts/collections/${address}/tokens/${token_id}`,
        ),
      ),
    ]
  })
}

function otherRequests(rows: Select): ApiRequest[] {
  const members = rows('SELECT DISTINCT address FROM icm_activity LIMIT 40')
  const [warp] = rows('SELECT network, hex(unsigned) AS message FROM warp_message LIMIT 1')
  return [
    ...of('getPrimaryNetworkRpcUsageMetrics', [
      '/v1/primaryNetworkRpcUsageMetrics?network=mainnet',
    ]),
    ...of(
      'listIcmMessages',
      members.flatMap(({ address }) => [
        `/v1/icm/addresses/${address}/messages?pageSize=100`,
        `/v1/icm/addresses/${address}/messages?pageSize=1`,
      ]),
    ),
    ...(['icm', 'teleporter'] as const).flatMap((name) => {
      const ids = rows('SELECT message_id FROM icm_message').map(({ message_id }) => message_id)
      const operationId = name === 'icm' ? 'getIcmMessage' : 'getTeleporterMessage'
      return of(
        operationId,
        ids.map((id) => `/v1/${name}/messages/${id}`),
      )
    }),
    ...of(
      'listTeleporterMessagesByAddress',
      members.map(({ address }) => `/v1/teleporter/addresses/${address}/messages?pageSize=10`),
    ),
    // Of what all chains do, the latest: the lists of each chain are walked to their ends.
    ...[
      ['listLatestBlocksAllChains', '/v1/blocks'],
      ['listAllLatestBlocks', '/v1/chains/allBlocks'],
      ['listLatestTransactionsAllChains', '/v1/transactions'],
      ['listAllLatestTransactions', '/v1/chains/allTransactions'],
    ].map(([operationId = '', path]) => ({
      operationId,
      url: `${path}?pageSize=100`,
      onePage: true as const,
    })),
    ...rows('SELECT network, asset_id FROM asset').flatMap(({ network, asset_id }) => {
      const url = `/v1/networks/${network}/blockchains/x-chain/assets/${asset_id}`
      return [
        { operationId: 'getAssetDetails', url },
        {
          operationId: 'listAssetTransactions',
          url: `${url}/transactions?pageSize=20`,
          onePage: true as const,
        },
      ]
    }),
    ...of('getAddressesByBtcbBridged', [
      '/v2/chains/43114/btcb/bridged:getAddresses?threshold=1&pageSize=3',
    ]),
    {
      operationId: 'compositeQueryV2',
      url: '/v2/lookingGlass/compositeQuery',
      body: {
        operator: 'OR',
        pageSize: 9,
        queries: [
          {
            ...{ id: 'coins', type: 'LatestBalance' },
            params: { evmChainId: '43114', minBalance: '1', tokenType: 'NATIVE' },
          },
        ],
      },
      onePage: true,
    },
    ...rows('SELECT network, subnet_id FROM subnet').flatMap(({ network, subnet_id }) =>
      of('getValidatorsByDateRange', [
        `/v2/subnets/${subnet_id}/validators:getAddresses?network=${network}&pageSize=9`,
      ]),
    ),
    {
      operationId: 'aggregateSignatures',
      url: `/v1/signatureAggregator/${warp?.network}/aggregateSignatures`,
      body: { message: warp?.message },
    },
  ]
}
