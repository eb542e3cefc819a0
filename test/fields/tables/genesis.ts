import type { Dialect } from '../../../src/http/request/dialect.ts'
import { type Fields, from, type Source } from '../support/source.ts'

const hexQuantities = [
  'airdropHash',
  'blobGasUsed',
  'difficulty',
  'excessBlobGas',
  'extraData',
  'gasLimit',
  'gasUsed',
  'mixHash',
  'nonce',
  'number',
  'parentHash',
  'timestamp',
]
const forks = [
  'berlinBlock',
  'byzantiumBlock',
  'chainId',
  'constantinopleBlock',
  'eip150Block',
  'eip155Block',
  'eip158Block',
  'homesteadBlock',
  'istanbulBlock',
  'londonBlock',
  'muirGlacierBlock',
  'petersburgBlock',
  'subnetEVMTimestamp',
]
const fees = [
  'baseFeeChangeDenominator',
  'blockGasCostStep',
  'gasLimit',
  'maxBlockGasCost',
  'minBaseFee',
  'minBlockGasCost',
  'targetBlockRate',
  'targetGas',
]
const permissions = [
  'txAllowListConfig',
  'contractDeployerAllowListConfig',
  'contractNativeMinterConfig',
  'feeManagerConfig',
  'rewardManagerConfig',
]
const roles = ['adminAddresses', 'managerAddresses', 'enabledAddresses']
const holder = '0x00000000000000000000000000000000000000aa'

/** Numbers that differ, by name. */
const numbered = (names: readonly string[], first: number) =>
  Object.fromEntries(names.map((name, index) => [name, first + index]))

/** A genesis that has every member of 2.2 GenesisData, all different. */
export const fullGenesis = JSON.stringify({
  ...Object.fromEntries(
    hexQuantities.map((name, index) => [name, `0x${(0x1000 + index).toString(16)}`]),
  ),
  airdropAmount: '0x3e8',
  baseFeePerGas: '0x19',
  coinbase: '0x0000000000000000000000000000000000000001',
  alloc: { [holder]: { balance: '0x2a', code: '0x6000', storage: { '0x01': '0x02' } } },
  config: {
    ...numbered(forks, 100),
    eip150Hash: '0x1500',
    feeConfig: numbered(fees, 200),
    allowFeeRecipients: true,
    warpConfig: { blockTimestamp: 300, quorumNumerator: 67, requirePrimaryNetworkSigners: false },
    ...Object.fromEntries(
      permissions.map((name, index) => [
        name,
        {
          blockTimestamp: 400 + index,
          ...Object.fromEntries(roles.map((role) => [role, [`0x${index}${role}`]])),
        },
      ]),
    ),
  },
})

/** 2.2 GenesisData, each member from the JSON text of a cell. */
export function genesisMembers(cell: string, dialect: Dialect): Fields {
  const member = (path: string): [string, Source] => [
    path,
    from(`${cell}$.${path.replace(/\.(\d)$/, '[$1]')}`),
  ]
  // The deployed service has numbers here, and null where the genesis has none.
  const quantity = (path: string): [string, Source] => [
    path,
    dialect === 'live' ? from(`${cell}$.${path}`, Number, { orElse: null }) : `${cell}$.${path}`,
  ]
  return Object.fromEntries([
    ...hexQuantities.map(member),
    quantity('airdropAmount'),
    quantity('baseFeePerGas'),
    member('coinbase'),
    member(`alloc.${holder}.balance`),
    member(`alloc.${holder}.code`),
    member(`alloc.${holder}.storage.0x01`),
    ...forks.map((name) => member(`config.${name}`)),
    member('config.eip150Hash'),
    ...fees.map((name) => member(`config.feeConfig.${name}`)),
    toggled('config.allowFeeRecipients', 0),
    member('config.warpConfig.blockTimestamp'),
    member('config.warpConfig.quorumNumerator'),
    toggled('config.warpConfig.requirePrimaryNetworkSigners', 1),
    ...permissions.flatMap((name) => [
      member(`config.${name}.blockTimestamp`),
      ...roles.map((role) => member(`config.${name}.${role}.0`)),
    ]),
  ])

  function toggled(path: string, to: 0 | 1): [string, Source] {
    return [path, from(`${cell}$.${path}`, (value: number) => value === 1, { to })]
  }
}

/** The whole of it, where each member is proven elsewhere. */
export const wholeGenesis = (cell: string, dialect: Dialect, within: string): Source =>
  from(
    cell,
    (text: string) => {
      const genesis = JSON.parse(text)
      if (dialect === 'documented') return genesis
      const { airdropAmount = null, baseFeePerGas = null } = genesis
      return {
        ...genesis,
        airdropAmount: airdropAmount && Number(airdropAmount),
        baseFeePerGas: baseFeePerGas && Number(baseFeePerGas),
      }
    },
    { to: '{"gasLimit":"0x7"}', within },
  )
