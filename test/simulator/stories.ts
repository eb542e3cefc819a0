import type { StoryAction } from '../../schemas/definition/story.ts'

/** The keys of these are unknown. */
export const bare = '0x0000000000000000000000000000000000005A0e'
const bareOfP = 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'

const early = 'apricotPhase6-20d'
const old = 'cortina+9d'
const late = 'now-5h'

/** Verbs of every family at an early time, around now and later; not in the order of time. */
export const story: readonly StoryAction[] = [
  { at: late, do: 'createSubnet', name: 'ice', by: 'dora' },
  { at: late, do: 'createChain', name: 'Ice', subnet: 'ice', by: 'dora', evmChainId: '930999' },
  {
    ...{ at: late, do: 'convertToL1', subnet: 'ice', by: 'dora', managerChain: 'C' },
    validators: [{ node: 'floe', weight: 20, balance: '2' }],
  },
  { at: late, do: 'fund', to: 'dora', chain: '930999', amount: '3' },
  {
    ...{ at: 'now-4h', do: 'sendMessage', from: 'dora', as: 'greeting' },
    ...{ sourceChain: 'C', destinationChain: '930114' },
  },
  { at: early, do: 'wallet', name: 'dora' },
  { at: early, do: 'fund', to: 'dora', chain: 'C', amount: '20' },
  { at: early, do: 'fund', to: 'dora', chain: 'X', amount: '6000' },
  // Before Durango nothing else brings AVAX to an account on the P-chain.
  {
    ...{ at: early, do: 'export', from: 'dora', amount: '5000', import: true },
    ...{ sourceChain: 'X', destinationChain: 'P' },
  },
  { at: early, do: 'transfer', from: 'dora', to: bareOfP, chain: 'X', amount: '1', memo: 'hi' },
  {
    ...{ at: early, do: 'addValidator', node: 'floe', from: 'dora', amount: '2000' },
    ...{ duration: '30d', fee: 5 },
  },
  {
    ...{ at: early, do: 'export', from: 'dora', amount: '2', import: true },
    ...{ sourceChain: 'X', destinationChain: 'C' },
  },
  { at: early, do: 'createAsset', name: 'Rime', symbol: 'RIME', by: 'dora', kind: 'nft' },
  { at: early, do: 'mintNft', asset: 'Rime', to: bareOfP },
  { at: old, do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-20', as: 'coin' },
  { at: old, do: 'mint', contract: 'coin', to: 'dora', amount: '100' },
  { at: old, do: 'fail', from: 'dora', chain: 'C' },
  { at: 'now+2h', do: 'transferToken', contract: 'coin', from: 'dora', to: bare, amount: '40' },
  { at: 'now+2h', do: 'setL1Weight', subnet: 'ice', node: 'floe', by: 'dora', weight: 25 },
  {
    ...{ at: 'now+2h', network: 'fuji', do: 'fund', chain: 'C', amount: '1.5' },
    to: bare,
  },
  // The key is unknown: with it the other action of its time does not come to pass.
  { at: 'now+3h', do: 'wallet', name: 'erwin' },
  { at: 'now+3h', do: 'transfer', from: bare, to: 'dora', chain: 'C', amount: '1' },
  { at: 'now+4h', do: 'fund', to: bare, chain: '930999', amount: '7' },
]
