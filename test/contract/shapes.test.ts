import type { TSchema } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { endpoints } from '../../schemas/methods.ts'
import { isOfContract, shapesIn } from '../../scripts/contract-page.ts'
import { operations } from '../../src/operations.ts'

/*
 * Field names and types of every shape, typed by hand from part 2 and the lists of part 4. s text,
 * i integer, n number, b boolean, a list, o object, ? several. A ? behind the type: may be absent,
 * which the contract leaves open (G-06). After the bar: extra fields.
 */

const assetAmount = 'assetId:s name:s symbol:s denomination:i type:s amount:s'
const nftToken =
  'address:s name:s symbol:s ercType:s tokenId:s tokenUri:s metadata:o ownerAddress:s?'
const erc20Token = 'address:s name:s symbol:s decimals:i logoUri:s? ercType:s price:o?'
const permissionConfig =
  'blockTimestamp:i? adminAddresses:a? managerAddresses:a? enabledAddresses:a?'
const image = 'assetId:s? imageUri:s?'

const shapes: Record<string, string> = {
  // 2.1
  ChainInfo: 'chainName:s network:s',
  AssetAmount: assetAmount,
  BalanceAsset: `${assetAmount} utxoCount:i`,
  AtomicBalanceAsset: `${assetAmount} utxoCount:i sharedWithChainId:s status:s`,
  OwnerInfo: 'locktime:i threshold:i addresses:a',
  Owner: 'addresses:a threshold:i',
  Price: 'currencyCode:s value:s',
  AddressInfo: 'name:s? symbol:s? decimals:i? logoUri:s? address:s',
  L1ValidatorManagerDetails: 'blockchainId:s contractAddress:s',
  BlsCredentials: 'publicKey:s proofOfPossession:s',
  NftMetadata:
    'indexStatus:s metadataLastUpdatedTimestamp:i? name:s? symbol:s? imageUri:s? description:s? ' +
    'animationUri:s? externalUrl:s? background:s? attributes:s?',
  NftToken: nftToken,
  // 2.2
  PrimaryNetworkTransaction:
    'txHash:s txType:s blockTimestamp:i blockNumber:s blockHash:s consumedUtxos:a emittedUtxos:a ' +
    'sourceChain:s? destinationChain:s? value:a amountBurned:a amountStaked:a ' +
    'amountL1ValidatorBalanceBurned:a startTimestamp:i? endTimestamp:i? delegationFeePercent:s? ' +
    'nodeId:s? subnetId:s? l1ValidatorManagerDetails:o? l1ValidatorDetails:a? estimatedReward:s? ' +
    'rewardTxHash:s? rewardAddresses:a? memo:s? stakingTxHash:s? subnetOwnershipInfo:o? ' +
    'blsCredentials:o? blockchainInfo:o?',
  BlockchainInfo: 'chainName:s vmId:s genesisData:o?',
  L1ValidatorDetails:
    'validationId:s validationIdHex:s nodeId:s subnetId:s weight:i remainingBalance:i ' +
    'balanceChange:i? blsCredentials:o?',
  Utxo:
    'addresses:a asset:o consumedOnChainId:s consumingTxHash:s? createdOnChainId:s utxoId:s ' +
    'utxoBytes:s? amount:s assetId:s blockNumber:s blockTimestamp:i consumingBlockNumber:s? ' +
    'consumingBlockTimestamp:i? platformLocktime:i? outputIndex:i rewardType:s? ' +
    'stakeableLocktime:i? staked:b? threshold:i? txHash:s utxoEndTimestamp:i? ' +
    'utxoStartTimestamp:i? utxoType:s',
  GenesisData:
    'airdropAmount:s? airdropHash:s? alloc:o? baseFeePerGas:s? blobGasUsed:s? coinbase:s? ' +
    'config:o? difficulty:s? excessBlobGas:s? extraData:s? gasLimit:s? gasUsed:s? mixHash:s? ' +
    'nonce:s? number:s? parentHash:s? timestamp:s?',
  GenesisConfig:
    'berlinBlock:i? byzantiumBlock:i? chainId:i? constantinopleBlock:i? eip150Block:i? ' +
    'eip150Hash:s? eip155Block:i? eip158Block:i? feeConfig:o? homesteadBlock:i? ' +
    'istanbulBlock:i? londonBlock:i? muirGlacierBlock:i? petersburgBlock:i? ' +
    'subnetEVMTimestamp:i? allowFeeRecipients:b? warpConfig:o? txAllowListConfig:o? ' +
    'contractDeployerAllowListConfig:o? contractNativeMinterConfig:o? feeManagerConfig:o? ' +
    'rewardManagerConfig:o?',
  FeeConfig:
    'baseFeeChangeDenominator:i? blockGasCostStep:i? gasLimit:i? maxBlockGasCost:i? ' +
    'minBaseFee:i? minBlockGasCost:i? targetBlockRate:i? targetGas:i?',
  'GenesisConfig.warpConfig':
    'blockTimestamp:i? quorumNumerator:i? requirePrimaryNetworkSigners:b?',
  PermissionConfig: permissionConfig,
  // 2.3
  Subnet:
    'createBlockTimestamp:i createBlockIndex:s subnetId:s ownerAddresses:a threshold:i ' +
    'locktime:i subnetOwnershipInfo:o isL1:b l1ConversionTransactionHash:s? ' +
    'l1ValidatorManagerDetails:o? blockchains:a',
  Blockchain:
    'createBlockTimestamp:i createBlockNumber:s blockchainId:s vmId:s subnetId:s ' +
    'blockchainName:s evmChainId:i genesisData:o?',
  // 2.4
  PrimaryNetworkBalances:
    'unlockedUnstaked:a unlockedStaked:a lockedPlatform:a lockedStakeable:a lockedStaked:a ' +
    'pendingStaked:a atomicMemoryUnlocked:a atomicMemoryLocked:a',
  AtomicBalances: 'atomicMemoryUnlocked:a atomicMemoryLocked:a',
  // 2.5
  Erc721Transfer:
    'blockNumber:s blockTimestamp:i blockHash:s txHash:s from:o to:o logIndex:i erc721Token:o',
  Erc20Transfer:
    'blockNumber:s blockTimestamp:i blockHash:s txHash:s from:o to:o logIndex:i value:s ' +
    'erc20Token:o',
  Erc20Token: erc20Token,
  NativeTransaction:
    'blockNumber:s blockTimestamp:i blockHash:s chainId:s blockIndex:i txHash:s txStatus:s ' +
    'txType:i gasLimit:s gasUsed:s gasPrice:s nonce:s from:o to:o method:o? value:s',
  'NativeTransaction.method': 'callType:s methodHash:s methodName:s?',
  NativeTokenBalance:
    'name:s symbol:s decimals:i logoUri:s? chainId:s price:o? balance:s balanceValue:o?',
  CollectibleBalance: `${nftToken} chainId:s | balance:s?`,
  ContractDeployment:
    'name:s? description:s? officialSite:s? email:s? logoAsset:o? bannerAsset:o? color:s? ' +
    'resourceLinks:a? tags:a? address:s deploymentDetails:o? ercType:s symbol:s? | decimals:i?',
  'ContractDeployment.logoAsset': image,
  'ContractDeployment.bannerAsset': image,
  'ContractDeployment.resourceLinks': 'type:s url:s',
  'ContractDeployment.deploymentDetails': 'txHash:s deployerAddress:s deployerContractAddress:s?',
  EvmBlock:
    'chainId:s blockNumber:s blockTimestamp:i blockHash:s txCount:i baseFee:s gasUsed:s ' +
    'gasLimit:s gasCost:s parentHash:s feesSpent:s cumulativeTransactions:s',
  IcmMessage:
    'messageId:s icmContractAddress:s sourceBlockchainId:s destinationBlockchainId:s ' +
    'sourceEvmChainId:s destinationEvmChainId:s messageNonce:s from:s to:s data:s? ' +
    'messageExecuted:b receipts:a receiptDelivered:b rewardDetails:o sourceTransaction:o? ' +
    'status:s | destinationTransaction:o?',
  'IcmMessage.receipts': 'receivedMessageNonce:s relayerRewardAddress:s',
  'IcmMessage.rewardDetails': `${erc20Token} value:s`,
  'IcmMessage.sourceTransaction': 'txHash:s timestamp:i gasSpent:s',
  // 2.6
  Delegator:
    'txHash:s nodeId:s rewardAddresses:a amountDelegated:s delegationFee:s startTimestamp:i ' +
    'endTimestamp:i grossReward:s netReward:s delegationStatus:s | estimatedGrossReward:s? ' +
    'estimatedNetReward:s?',
  Vertex:
    'vertexHash:s parentHashes:a vertexHeight:i vertexIndex:i vertexTimestamp:i txCount:i ' +
    'transactions:a vertexSizeBytes:i',
  PrimaryNetworkBlock:
    'blockNumber:s blockHash:s parentHash:s blockTimestamp:i blockType:s txCount:i ' +
    'transactions:a blockSizeBytes:i l1ValidatorsAccruedFees:i? activeL1Validators:i? ' +
    'currentSupply:s? proposerDetails:o?',
  ProposerDetails:
    'proposerId:s? proposerParentId:s? proposerNodeId:s? proposerPChainHeight:i? ' +
    'proposerTimestamp:i?',
  L1Validator:
    'validationId:s validationIdHex:s nodeId:s subnetId:s weight:i remainingBalance:i ' +
    'creationTimestamp:i blsCredentials:o remainingBalanceOwner:o deactivationOwner:o',
  SignedMessage: 'signedMessage:s',
  // 2.7
  AverageTps: 'results:a status:i lastRun:i nextPageToken:s?',
  'AverageTps.results': 'timestamp:i value:n',
  // 2.9
  Container: 'id:s bytes:s timestamp:s encoding:s index:s',
}

const responses: Record<string, string> = {
  listPrimaryTransactions: 'nextPageToken:s? transactions:a chainInfo:o',
  listSubnets: 'nextPageToken:s? subnets:a',
  getBalances: 'balances:o chainInfo:o',
  listDelegators: 'nextPageToken:s? delegators:a',
  listVerticesByHeight: 'nextPageToken:s? vertices:a chainInfo:o',
  listNodeBlocks: 'nextPageToken:s? blocks:a chainInfo:o',
  listL1Validators: 'nextPageToken:s? validators:a blockHeight:s',
  listErc721Transfers: 'nextPageToken:s? transactions:a',
  listErc20Transfers: 'nextPageToken:s? transactions:a',
  listNativeTransactions: 'nextPageToken:s? transactions:a',
  listErc721Balances: 'nextPageToken:s? nativeTokenBalance:o erc721TokenBalances:a',
  listCollectibleBalances: 'nextPageToken:s? collectibleBalances:a',
  getNativeBalance: 'nativeTokenBalance:o',
  listDeployments: 'nextPageToken:s? contracts:a',
  listCollectionTokens: 'nextPageToken:s? tokens:a',
  listEvmBlocks: 'nextPageToken:s? blocks:a',
  listIcmMessages: 'nextPageToken:s? messages:a',
}

const container = shapes.Container ?? ''
const info: Record<string, [params: string, result: string]> = {
  'info.acps': ['', 'acps:o'],
  'info.isBootstrapped': ['chain:s', 'isBootstrapped:b'],
  'info.getBlockchainID': ['alias:s', 'blockchainID:s'],
  'info.getNetworkID': ['', 'networkID:s'],
  'info.getNetworkName': ['', 'networkName:s'],
  'info.getNodeID': ['', 'nodeID:s nodePOP:o'],
  'info.getNodeIP': ['', 'ip:s'],
  'info.getNodeVersion': [
    '',
    'version:s databaseVersion:s gitCommit:s vmVersions:o rpcProtocolVersion:s',
  ],
  'info.getTxFee': [
    '',
    'txFee:s createAssetTxFee:s createSubnetTxFee:s transformSubnetTxFee:s ' +
      'createBlockchainTxFee:s addPrimaryNetworkValidatorFee:s addPrimaryNetworkDelegatorFee:s ' +
      'addSubnetValidatorFee:s addSubnetDelegatorFee:s',
  ],
  'info.getVMs': ['', 'vms:o | fxs:o?'],
  'info.peers': ['nodeIDs:a?', 'numPeers:s peers:a'],
  'info.uptime': ['subnetID:s?', 'rewardingStakePercentage:s weightedAveragePercentage:s'],
  'info.upgrades': [
    '',
    'apricotPhase1Time:s apricotPhase2Time:s apricotPhase3Time:s apricotPhase4Time:s ' +
      'apricotPhase5Time:s apricotPhasePre6Time:s apricotPhase6Time:s apricotPhasePost6Time:s ' +
      'banffTime:s cortinaTime:s durangoTime:s etnaTime:s fortunaTime:s graniteTime:s ' +
      'apricotPhase4MinPChainHeight:i cortinaXChainStopVertexID:s | graniteEpochDuration:i? ' +
      'heliconTime:s?',
  ],
}
const index: Record<string, [params: string, result: string]> = {
  'index.getContainerByID': ['id:s encoding:s?', container],
  'index.getContainerByIndex': ['index:? encoding:s?', container],
  'index.getContainerRange': ['startIndex:? numToFetch:? encoding:s?', ''],
  'index.getIndex': ['id:s encoding:s?', 'index:s'],
  'index.getLastAccepted': ['encoding:s?', container],
  'index.isAccepted': ['id:s encoding:s?', 'isAccepted:b'],
}

/** Named shapes in the order in which a walk over the contract meets them, and their insides. */
const found = new Map<string, TSchema>()
/** Every text that a named shape has anywhere. */
const texts = new Map<string, Set<string>>()
for (const { response, body, query, params } of operations)
  for (const part of [response, body, query, params]) collect(part)
for (const { methods } of endpoints)
  for (const { result } of Object.values(methods)) collect(result)

function collect(schema: TSchema | undefined, place?: string): void {
  if (!schema) return
  const name = schema.$id ?? place
  if (schema.$id) texts.set(schema.$id, new Set(texts.get(schema.$id)).add(textOf(schema)))
  if (name !== undefined && schema.properties) found.set(name, schema)
  for (const [field, inner] of Object.entries<TSchema>(schema.properties ?? {}))
    collect(inner, name === undefined ? undefined : `${name}.${field}`)
  for (const inner of Object.values<TSchema>(schema.patternProperties ?? {})) collect(inner)
  for (const inner of schema.anyOf ?? []) collect(inner)
  collect(schema.items, place)
}

/** Without the default, which belongs to the place of use. */
function textOf({ default: _, ...schema }: TSchema): string {
  return JSON.stringify(schema)
}

function typeOf(schema: TSchema): string {
  const kinds: TSchema[] = schema.anyOf ?? [schema]
  const types = new Set(kinds.map(({ type }) => type))
  const [type] = types
  if (types.size !== 1) return '?'
  return (
    { string: 's', integer: 'i', number: 'n', boolean: 'b', array: 'a', object: 'o' }[
      type as string
    ] ?? '?'
  )
}

const fieldsOf = (schema: TSchema): string[] =>
  Object.entries<TSchema>(schema.properties ?? {})
    .map(([name, field]) => {
      const isOptional = schema.required?.includes(name) !== true
      return `${name}:${typeOf(field)}${isOptional ? '?' : ''}`
    })
    .sort()

const typed = (fields: string): string[] =>
  fields
    .split(/[ |]+/)
    .filter((field) => field !== '')
    .sort()

test.each(Object.entries(shapes))('%s has the fields of the contract', (name, fields) => {
  const shape = found.get(name)
  expect(shape && fieldsOf(shape)).toEqual(typed(fields))
})

test('every shape that the contract names in a response is typed here', () => {
  const named = operations.filter(isOfContract).flatMap(({ response }) => shapesIn(response))
  expect(named.filter((name) => !(name in shapes))).toEqual([])
  const own = operations.filter((operation) => isOfContract(operation) && !operation.response.$id)
  expect(own.map(({ operationId }) => operationId)).toEqual(Object.keys(responses))
})

test('a name stands for one shape', () => {
  const ambiguous = [...texts].filter(([, variants]) => variants.size > 1)
  expect(ambiguous.map(([name]) => name)).toEqual([])
})

test('extra fields are optional', () => {
  for (const fields of Object.values(shapes))
    for (const field of typed(fields.split('|')[1] ?? '')) expect(field).toMatch(/\?$/)
})

test.each(Object.entries(responses))('the response of %s has its members', (id, fields) => {
  const operation = operations.find(({ operationId }) => operationId === id)
  expect(operation && fieldsOf(operation.response)).toEqual(typed(fields))
})

test.each([
  ['/ext/info', info],
  ['/ext/index/X/block', index],
] as const)('%s has the methods of the contract with their members', (path, methods) => {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const actual = Object.entries(endpoint?.methods ?? {}).map(([name, { params, result }]) => [
    name,
    [fieldsOf(params), fieldsOf(result)],
  ])
  expect(actual).toEqual(
    Object.entries(methods).map(([name, parts]) => [name, parts.map((fields) => typed(fields))]),
  )
})

test('peers, proofs and votes have the members of the contract', () => {
  const inner = (name: string) => fieldsOf(found.get(name) ?? ({} as TSchema))
  expect(inner('NodeIdentity.nodePOP')).toEqual(['proofOfPossession:s', 'publicKey:s'])
  expect(inner('Peer')).toEqual(
    typed(
      'ip:s publicIP:s nodeID:s version:s lastSent:s lastReceived:s benched:a observedUptime:s ' +
        'trackedSubnets:a | upgradeTime:i? supportedACPs:a? objectedACPs:a?',
    ),
  )
  const votes = Object.values<TSchema>(found.get('Acps')?.properties.acps.patternProperties)[0]
  expect(votes && fieldsOf(votes)).toEqual(
    typed('supportWeight:s supporters:a objectWeight:s objectors:a abstainWeight:s'),
  )
})
