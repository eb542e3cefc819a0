/** Methods of the P-chain. */
export const platformMethodNames = [
  'platform.getAllValidatorsAt',
  'platform.getBalance',
  'platform.getBlock',
  'platform.getBlockByHeight',
  'platform.getBlockchainStatus',
  'platform.getBlockchains',
  'platform.getCurrentSupply',
  'platform.getCurrentValidators',
  'platform.getFeeConfig',
  'platform.getFeeState',
  'platform.getHeight',
  'platform.getL1Validator',
  'platform.getMinStake',
  'platform.getProposedHeight',
  'platform.getRewardUTXOs',
  'platform.getStake',
  'platform.getStakingAssetID',
  'platform.getSubnet',
  'platform.getSubnets',
  'platform.getTimestamp',
  'platform.getTotalStake',
  'platform.getTx',
  'platform.getTxStatus',
  'platform.getUTXOs',
  'platform.getValidatorFeeConfig',
  'platform.getValidatorFeeState',
  'platform.getValidatorsAt',
  'platform.issueTx',
  'platform.sampleValidators',
  'platform.validatedBy',
  'platform.validates',
] as const

/** Methods of the X-chain. */
export const exchangeMethodNames = [
  'avm.getAllBalances',
  'avm.getAssetDescription',
  'avm.getBalance',
  'avm.getBlock',
  'avm.getBlockByHeight',
  'avm.getHeight',
  'avm.getTx',
  'avm.getTxFee',
  'avm.getTxStatus',
  'avm.getUTXOs',
  'avm.issueTx',
] as const

/** Methods of atomic transactions of the C-chain. */
export const atomicMethodNames = [
  'avax.getAtomicTx',
  'avax.getAtomicTxStatus',
  'avax.getUTXOs',
  'avax.issueTx',
] as const

/** Methods of an EVM chain. */
export const evmMethodNames = [
  'debug_traceBlockByHash',
  'debug_traceBlockByNumber',
  'debug_traceCall',
  'debug_traceTransaction',
  'eth_accounts',
  'eth_baseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_callDetailed',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeConfig',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getActiveRulesAt',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getChainConfig',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_suggestPriceOptions',
  'eth_syncing',
  'net_listening',
  'net_peerCount',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
] as const

/** Methods of the proposers of a chain of the primary network. */
export const proposerMethodNames = [
  'proposervm.getCurrentEpoch',
  'proposervm.getProposedHeight',
] as const

/** Health checks of the node by JSON-RPC. */
export const healthMethodNames = ['health.health', 'health.liveness', 'health.readiness'] as const

/** Names of all methods of the chains and of the node's health. */
export const chainMethodNames: readonly string[] = [
  ...platformMethodNames,
  ...exchangeMethodNames,
  ...atomicMethodNames,
  ...evmMethodNames,
  ...proposerMethodNames,
  ...healthMethodNames,
]
