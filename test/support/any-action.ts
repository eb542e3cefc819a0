import fc from 'fast-check'
import type { Action } from '../../schemas/control/actions/index.ts'

const bare = {
  P: 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
  evm: '0x0000000000000000000000000000000000001234',
}
const evmChains = ['C', '930114'] as const
const everyChain = ['P', 'X', ...evmChains] as const

const member = fc.constantFrom('dora', 'ewoq', 'eva')
const anybody = fc.constantFrom('dora', 'ewoq', 'eva', 'dora', bare.P, bare.evm)
const several = fc.uniqueArray(member, { minLength: 1, maxLength: 3 })
const amount = fc.constantFrom('0.000001', '0.5', '2.25', '30', '2000')
const stakes = fc.constantFrom('30', '1999', '2000', '2000')
const evmChain = fc.constantFrom(...evmChains)
const tokens = fc.constantFrom('coin', 'coin', 'Wrapped AVAX')
const contract = fc.constantFrom('coin', 'globes', 'things', 'USDC', 'Wrapped AVAX')
const collections = fc.constantFrom('globes', 'things')
const tokenIds = fc.array(fc.integer({ min: 1, max: 6 }).map(String), {
  minLength: 1,
  maxLength: 3,
})
const node = fc.constantFrom('ewoq', 'birch', 'nova', 'floe')
/** Subnets with an account that may dispose of them, and one that may not. */
const disposed = fc.constantFrom(
  { subnet: 'ice', by: 'dora' },
  { subnet: 'frozen', by: 'eva' },
  { subnet: 'snowfall', by: 'ewoq' },
  { subnet: 'glacier', by: 'dora' },
)
const route = fc.constantFrom(
  ...(['PX', 'PC', 'XP', 'XC', 'CP', 'CX'] as const).map(([sourceChain, destinationChain]) => ({
    ...{ sourceChain, destinationChain },
  })),
)
const weight = fc.integer({ min: 1, max: 99 })
const primaryOrC = fc.constantFrom('P', 'X', 'C')
const network = fc.constantFrom('mainnet', 'mainnet', 'fuji')

/** Actions of one verb, with fields drawn separately or together: the world refuses some. */
const of = (
  verb: Action['do'],
  fields: Record<string, fc.Arbitrary<unknown>>,
  together: fc.Arbitrary<object> = fc.constant({}),
) =>
  fc
    .tuple(fc.record({ do: fc.constant(verb), ...fields }), together)
    .map((parts) => Object.assign({}, ...parts) as Action)

const stake = { node, from: member, duration: fc.constantFrom('14d', '30d', '400d') }

/** Actions in a prepared world. */
export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  of('fund', { to: anybody, chain: fc.constantFrom(...everyChain), amount }),
  of('fund', { network, to: member, chain: primaryOrC, amount, exactly: fc.constant(true) }),
  of('transfer', { from: member, to: anybody, chain: fc.constantFrom(...everyChain), amount }),
  of('transfer', { from: several, to: several, chain: fc.constantFrom('P', 'X'), amount }),
  of('fail', { from: member, chain: evmChain }),
  of('fail', { from: member, chain: evmChain, to: contract }),
  of('deploy', {
    ...{ from: member, chain: evmChain, name: fc.constantFrom('A', 'Ünïcode') },
    kind: fc.constantFrom('ERC-20', 'ERC-721', 'ERC-1155', 'other'),
  }),
  of('deploy', {
    ...{ from: member, chain: evmChain },
    // A contract that returns nothing, one that reverts, and one without code.
    bytecode: fc.constantFrom('0x60016000f3', '0x60006000fd', '0x'),
  }),
  of('call', {
    ...{ from: member, contract: tokens, function: fc.constant('transfer(address,uint256)') },
    arguments: fc.tuple(anybody, fc.constantFrom(0, '1', '0xffffffffffffffffffff')),
  }),
  of('mint', { contract: tokens, to: member, amount }),
  of('mint', { contract: collections, to: member, tokenIds }),
  of('transferToken', { contract: tokens, from: member, to: anybody, amount }),
  of('transferToken', {
    ...{ contract: collections, from: member, to: anybody },
    tokenId: tokenIds.map(([id]) => id),
  }),
  of('price', { contract, usd: fc.constantFrom('1.5', null) }),
  of('reindexNft', { contract: collections, tokenId: tokenIds.map(([id]) => id) }),
  of('sendMessage', {
    from: member,
    sourceChain: fc.constantFrom(...evmChains, '53935'),
    destinationChain: fc.constantFrom(...evmChains, '53935'),
    deliver: fc.constantFrom('3s', '10s', '1h', false),
  }),
  of('export', { from: member, amount, import: fc.constant(true) }, route),
  of('export', { from: member, amount }, route),
  of('import', { to: member }, route),
  of('addValidator', { ...stake, amount: stakes }),
  of('delegate', { ...stake, amount: stakes }),
  of('createSubnet', { name: fc.constantFrom('ice', 'melt', 'thaw'), by: member }),
  of('createChain', { name: fc.constant('Ice') }, disposed),
  of('createChain', { name: fc.constant('Ice'), evmChainId: fc.constant('777001') }, disposed),
  of(
    'addValidator',
    { ...stake, weight },
    disposed.map(({ subnet }) => ({ subnet })),
  ),
  of(
    'removeSubnetValidator',
    { node },
    disposed.map(({ subnet }) => ({ subnet })),
  ),
  of('transferSubnet', { owner: several }, disposed),
  of(
    'convertToL1',
    {
      managerChain: fc.constant('C'),
      validators: fc.uniqueArray(fc.record({ node, weight, balance: amount }), {
        ...{ selector: (each) => each.node, minLength: 1, maxLength: 2 },
      }),
    },
    disposed,
  ),
  of('registerL1Validator', { node, weight, balance: amount }, disposed),
  of('setL1Weight', { node, weight: fc.nat(50) }, disposed),
  of('increaseL1Balance', { node, amount }, disposed),
  of('disableL1Validator', { node }, disposed),
  of('createAsset', {
    ...{ name: fc.constant('Rime'), symbol: fc.constant('RIME'), by: member, amount },
    kind: fc.constantFrom('fixed', 'variable'),
  }),
  of('mintAsset', { asset: fc.constant('Hail'), to: member, amount }),
)

/** Actions that a sequence needs to have a chance of success. */
export const preparation: Action[] = [
  { do: 'wallet', name: 'dora' },
  { do: 'wallet', name: 'eva' },
  ...['dora', 'eva'].flatMap((to) =>
    everyChain.map((chain): Action => ({ do: 'fund', to, chain, amount: '5000' })),
  ),
  { do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-20', as: 'coin', decimals: 6 },
  { do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-721', as: 'globes' },
  { do: 'deploy', from: 'dora', chain: '930114', kind: 'ERC-1155', as: 'things' },
  { do: 'mint', contract: 'coin', to: 'dora', amount: '100' },
  { do: 'mint', contract: 'globes', to: 'dora', tokenIds: ['1', '2', '3'] },
  { do: 'mint', contract: 'things', to: 'eva', tokenIds: ['4', '5'], amounts: ['3', '4'] },
  { do: 'createAsset', name: 'Hail', symbol: 'HAIL', by: 'eva', kind: 'variable', amount: '1' },
  { do: 'createSubnet', name: 'frozen', by: 'eva' },
  { do: 'createSubnet', name: 'ice', by: 'dora' },
  {
    ...{ do: 'convertToL1', subnet: 'ice', by: 'dora', managerChain: 'C' },
    validators: ['floe', 'drop'].map((each) => ({ node: each, weight: 20, balance: '2' })),
  },
]

/** Actions that no world accepts, each for another reason. */
export const neverDone: fc.Arbitrary<Action> = fc.oneof(
  of('transfer', {
    from: fc.constantFrom(bare.P),
    to: member,
    chain: fc.constantFrom('P', 'X'),
    amount,
  }),
  of('transfer', { from: fc.constant(bare.evm), to: member, chain: evmChain, amount }),
  of('transfer', {
    ...{ from: member, to: member, chain: fc.constantFrom(...everyChain) },
    amount: fc.constant('400000000'),
  }),
  of('fund', { to: fc.constant('nobody'), chain: fc.constantFrom(...everyChain), amount }),
  of('fund', { to: member, chain: fc.constant('424242'), amount }),
  of('wallet', { name: member }),
  of('mint', { contract: fc.constant('nothing'), to: member, amount }),
  of('transferToken', {
    ...{ contract: fc.constant('coin'), from: member, to: member },
    amount: fc.constant('99999999'),
  }),
  of('price', { contract: fc.constant('globes'), usd: fc.constant('1') }),
  of('deliverMessage', { message: fc.constant('letter') }),
  of('addValidator', { ...stake, amount: fc.constant('1999') }),
  of('addValidator', { ...stake, node: fc.constant('birch'), amount: fc.constant('2000') }),
  of('delegate', { ...stake, amount: fc.constant('24.999999999') }),
  of('createSubnet', { name: fc.constant('ice'), by: member }),
  of('convertToL1', {
    ...{ subnet: fc.constant('snowfall'), by: member, managerChain: fc.constant('C') },
    validators: fc.constant([{ node: 'floe', weight: 1, balance: '1' }]),
  }),
  of('setL1Weight', { subnet: fc.constant('melt'), node, by: member, weight: fc.nat(50) }),
  of('createAsset', {
    ...{ name: fc.constant('Rime'), symbol: fc.constant('RIME'), by: member },
    kind: fc.constant('fixed'),
  }),
  of('mintNft', { asset: fc.constant('nothing'), to: member }),
  of('import', {
    ...{ to: member, sourceChain: fc.constant('C'), destinationChain: fc.constant('C') },
  }),
)
