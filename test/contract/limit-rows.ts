/** Accepted values of a parameter. Values of the path and query are texts, those of the body JSON. */
export type Kind =
  | { readonly kind: 'integer'; readonly min: number; readonly max?: number }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'one of' | 'list of'; readonly values: readonly string[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' }

/** One parameter of one operation. */
export type Limit = Kind & {
  readonly operationId: string
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required?: true
  readonly default?: string | number | boolean
  /** Values that are accepted, beside those that follow from the kind. */
  readonly accepted?: readonly unknown[]
  /** Values that are refused by validation, beside those that follow from the kind. */
  readonly rejected?: readonly unknown[]
  /** Values that validation lets through and the route refuses. */
  readonly rejectedByRoute?: readonly unknown[]
  /** Other query or body parameters that an accepted request needs. */
  readonly needs?: Readonly<Record<string, unknown>>
}

/** The bech32 forms of the key that every world knows. */
export const fujiAddress = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
export const address = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const evmAddress = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
/** Ids of the primary network's chains: P of every network, X and C of mainnet and fuji. */
export const pChain = '11111111111111111111111111111111LpoYY'
export const xChainOfMainnet = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
export const xChainOfFuji = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'
export const cChainOfMainnet = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'
export const cChainOfFuji = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp'
/** Names of networks in paths and queries. */
export const networks = ['mainnet', 'fuji', 'testnet']

/** Not base-58 of 32 bytes: too short, hex, a digit outside the alphabet, too long. */
export const notIds = [
  'x',
  '0x27e2',
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FBy0',
  'a'.repeat(51),
]
/** Without 0x, a digit less, a digit more, no hex, bech32. */
const notEvmAddresses = [
  evmAddress.slice(2),
  evmAddress.slice(0, -1),
  `${evmAddress}0`,
  `${evmAddress.slice(0, -1)}g`,
  address,
]
/** Empty, digits outside the alphabet, no prefix. */
export const notNodeIds = ['NodeID-', 'NodeID-0OIl', 'node', '7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg']

/** Checks the form of a row. */
export const row = <Row extends Limit>(limit: Row): Limit => limit

/** `{network}` of a path. */
export const network = (operationId: string) =>
  row({ operationId, name: 'network', in: 'path', kind: 'one of', values: networks })

/** Ids of the fuji chains are accepted too, but only below fuji: G-25. */
export const blockchainId = (operationId: string) =>
  row({
    operationId,
    name: 'blockchainId',
    in: 'path',
    kind: 'one of',
    values: ['p-chain', 'x-chain', 'c-chain', pChain, xChainOfMainnet, cChainOfMainnet],
    rejected: ['P', 'p_chain', 'P-chain', '43114'],
    rejectedByRoute: [xChainOfFuji, cChainOfFuji],
  })

/** `{chainId}` of an EVM route; unknown ones are 404, so no limit. */
/** The X-chain is the only one with vertices. */
export const xChainId = (operationId: string) =>
  row({
    operationId,
    name: 'blockchainId',
    in: 'path',
    kind: 'one of',
    values: ['x-chain', xChainOfMainnet],
    rejected: ['p-chain', 'c-chain', pChain, cChainOfMainnet],
    rejectedByRoute: [xChainOfFuji],
  })

/** An id of something in the world; `accepted` are those that every world holds. */
export const idOfPath = (operationId: string, name: string, accepted: string[] = []) =>
  row({ operationId, name, in: 'path', kind: 'text', accepted, rejected: notIds })

export const chainId = (operationId: string) =>
  row({
    operationId,
    name: 'chainId',
    in: 'path',
    kind: 'text',
    accepted: ['43114', cChainOfMainnet],
  })

/** `{address}` of an EVM route. */
export const walletAddress = (operationId: string) =>
  row({
    operationId,
    name: 'address',
    in: 'path',
    kind: 'text',
    accepted: [evmAddress, evmAddress.toLowerCase()],
    rejected: notEvmAddresses,
  })

/** Tokens are issued by the route, which refuses any other text. */
/** Only addresses of contracts that a particular world holds are accepted. */
export const contractOfPath = (operationId: string) =>
  row({ operationId, name: 'address', in: 'path', kind: 'text', rejected: notEvmAddresses })

export const pageToken = (operationId: string) =>
  row({
    operationId,
    name: 'pageToken',
    in: 'query',
    kind: 'text',
    rejectedByRoute: ['x', '1', address],
  })

/** Token and size of a list; part 8. */
export const page = (operationId: string, size = 10, max = 100) => [
  pageToken(operationId),
  row({
    operationId,
    name: 'pageSize',
    in: 'query',
    kind: 'integer',
    min: 1,
    max,
    default: size,
  }),
]

/** Order of a list; the default is G-12. */
export const sortOrder = (operationId: string) =>
  row({
    operationId,
    name: 'sortOrder',
    in: 'query',
    kind: 'one of',
    values: ['asc', 'desc'],
    default: 'desc',
  })

/** Epoch seconds from 0. */
export const timestamp = (operationId: string, name: string, needs = {}) =>
  row({ operationId, name, in: 'query', kind: 'integer', min: 0, needs })

/** A comma-separated list, which the route reads. */
export const addresses = (operationId: string, name: string) =>
  row({
    operationId,
    name,
    in: 'query',
    kind: 'text',
    accepted: [address, `P-${address}`, [address, `P-${address}`].join(',')],
    rejectedByRoute: ['x', `${address}x`, Array(65).fill(address).join(',')],
  })

/** First and last block of 4.1.10 to 4.1.12. */
export const blockRange = (operationId: string) => [
  row({ operationId, name: 'startBlock', in: 'query', kind: 'integer', min: 0 }),
  row({ operationId, name: 'endBlock', in: 'query', kind: 'integer', min: 0 }),
]

/** Filter of 4.1.13 and 4.1.14. */
export const contractAddress = (operationId: string) =>
  row({
    operationId,
    name: 'contractAddress',
    in: 'query',
    kind: 'text',
    accepted: [evmAddress],
    rejected: notEvmAddresses,
  })

/** Hex with or without 0x, which the route reads. */
export const hexOfBody = (name: 'message' | 'justification') =>
  row({
    operationId: 'aggregateSignatures',
    name,
    in: 'body',
    kind: 'text',
    rejectedByRoute: ['zz', '0x0', '0xzz'],
  })

/** 0 to 100, of 4.1.1. */
export const percent = (name: string, fallback: number, needs = {}) =>
  row({
    operationId: 'aggregateSignatures',
    name,
    in: 'body',
    kind: 'integer',
    min: 0,
    max: 100,
    default: fallback,
    needs,
  })

/** Names of transaction types: G-02. */
export const txTypes = [
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
  'CreateAssetTx',
  'OperationTx',
]

/** Codes of 4.1.15. */
export const currencies = 'usd eur aud cad chf clp cny czk dkk gbp hkd huf jpy nzd'.split(' ')
