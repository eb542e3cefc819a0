import { aboutValidator, l1, ofNetwork, type Rows, staking } from './places.ts'

/** Stakes, subnets and L1s. */
export const platformVerbs: Rows<
  | 'createSubnet'
  | 'addValidator'
  | 'delegate'
  | 'removeSubnetValidator'
  | 'createChain'
  | 'transferSubnet'
  | 'convertToL1'
  | 'registerL1Validator'
  | 'setL1Weight'
  | 'increaseL1Balance'
  | 'disableL1Validator'
> = {
  createSubnet: [
    {
      action: { name: 'rime', by: 'alice' },
      places: staking(
        'CreateSubnetTx',
        [`${ofNetwork}/subnets?pageSize=100`, '"subnetId":"{subnet}"'],
        [`${ofNetwork}/subnets/{subnet}`, '"ownerAddresses":["{alice}"]', '"isL1":false'],
      ),
      moves: { 'alice P': '0' },
      payer: 'alice P',
    },
  ],
  addValidator: [
    {
      action: { node: 'nova', from: 'alice', amount: '2000', duration: '30d', fee: 4 },
      places: staking(
        'AddPermissionlessValidatorTx',
        ['info.peers {node}', '{node}'],
        [`${ofNetwork}/blockchains/p-chain/balances?addresses={alice}`, '"unlockedStaked":[{'],
      ),
      moves: { 'alice P': '-2000' },
      payer: 'alice P',
    },
    {
      action: { node: 'ewoq', from: 'alice', subnet: 'rime', weight: 20, duration: '20d' },
      places: staking('AddSubnetValidatorTx'),
      moves: { 'alice P': '0' },
      payer: 'alice P',
    },
  ],
  delegate: [
    {
      action: { node: 'nova', from: 'alice', amount: '25', duration: '15d' },
      places: staking(
        'AddPermissionlessDelegatorTx',
        [
          `${ofNetwork}/delegators?nodeIds={node}`,
          '"txHash":"{tx}"',
          '"delegationStatus":"active"',
        ],
        [`${ofNetwork}/delegators?rewardAddresses={alice}`, '"txHash":"{tx}"'],
        [`${ofNetwork}/delegators?pageSize=100`, '"txHash":"{tx}"'],
      ),
      moves: { 'alice P': '-25' },
      payer: 'alice P',
    },
  ],
  removeSubnetValidator: [
    {
      action: { node: 'ewoq', subnet: 'rime' },
      places: staking('RemoveSubnetValidatorTx'),
      moves: { 'alice P': '0' },
      payer: 'alice P',
    },
  ],
  createChain: [
    {
      action: { name: 'Rime', subnet: 'rime', by: 'alice', evmChainId: '777001' },
      places: staking(
        'CreateChainTx',
        [`${ofNetwork}/blockchains?pageSize=100`, '"blockchainId":"{blockchain}"'],
        [`${ofNetwork}/blockchains/{blockchain}`, '"evmChainId":777001'],
        [`${ofNetwork}/subnets/{rime}`, '"blockchainId":"{blockchain}"'],
        ['/v1/chains', '"platformChainId":"{blockchain}"'],
        ['/v1/chains/777001', '"platformChainId":"{blockchain}"'],
        ['/v1/chains/777001/blocks', '"blockNumber":"0"'],
        ['info.isBootstrapped {blockchain}', 'true'],
      ),
      moves: { 'alice P': '0' },
      payer: 'alice P',
    },
  ],
  transferSubnet: [
    {
      action: { subnet: 'rime', by: 'alice', owner: ['alice', 'bob'], threshold: 2 },
      places: staking(
        'TransferSubnetOwnershipTx',
        [`${ofNetwork}/subnets/{rime}`, '"threshold":2', '{bob}'],
        [`${ofNetwork}/subnets?pageSize=100`, '"threshold":2'],
      ),
      moves: { 'alice P': '0' },
      payer: 'alice P',
    },
  ],
  convertToL1: [
    {
      action: {
        ...{ subnet: 'rime', by: 'alice', managerChain: 'Rime' },
        validators: [{ node: 'floe', weight: 60, balance: '5.5' }],
      },
      places: staking(
        'ConvertSubnetToL1Tx',
        ...l1(60),
        [`${ofNetwork}/subnets/{rime}`, '"isL1":true'],
        ['/v1/signatureAggregator/mainnet/aggregateSignatures/{tx}', '"signedMessage":'],
        ['info.peers {floe}', '{floe}'],
      ),
      moves: { 'alice P': '-5.5' },
      payer: 'alice P',
    },
  ],
  registerL1Validator: [
    {
      action: {
        ...{ subnet: 'rime', by: 'alice', node: 'drop', weight: 7, balance: '1.25', as: 'drop' },
      },
      places: staking('RegisterL1ValidatorTx', ...l1(7), aboutValidator),
      moves: { 'alice P': '-1.25' },
      payer: 'alice P',
    },
  ],
  setL1Weight: [
    {
      action: { validation: 'drop', by: 'alice', weight: 9 },
      places: staking('SetL1ValidatorWeightTx', ...l1(9), aboutValidator),
      moves: { 'alice P': '0' },
      payer: 'alice P',
    },
  ],
  increaseL1Balance: [
    {
      action: { validation: 'drop', by: 'alice', amount: '0.75' },
      places: staking('IncreaseL1ValidatorBalanceTx', ...l1(9), aboutValidator),
      moves: { 'alice P': '-0.75' },
      payer: 'alice P',
    },
  ],
  disableL1Validator: [
    {
      action: { validation: 'drop', by: 'alice' },
      places: staking('DisableL1ValidatorTx', aboutValidator, [
        `${ofNetwork}/l1Validators?l1ValidationId={validation}&includeInactiveL1Validators=true`,
        '"remainingBalance":0',
      ]),
    },
  ],
}
