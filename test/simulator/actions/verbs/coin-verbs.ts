import { atomic, evm, ofNetwork, onC, onP, onX, type Rows, staking } from './places.ts'

/** AVAX and assets: who has how much, on every chain. */
export const coinVerbs: Rows<
  'wallet' | 'fund' | 'transfer' | 'export' | 'import' | 'createAsset' | 'mintAsset' | 'mintNft'
> = {
  wallet: [
    {
      action: { name: 'dora' },
      places: [['/_admin/world', '"head":{head}']],
    },
  ],
  fund: [
    {
      action: { to: 'alice', chain: 'P', amount: '3000' },
      places: onP(),
      moves: { 'alice P': '3000' },
    },
    {
      action: { to: 'alice', chain: 'X', amount: '20' },
      places: onX(),
      moves: { 'alice X': '20' },
    },
    {
      action: { to: 'alice', chain: 'C', amount: '20' },
      places: onC(),
      moves: { 'alice C': '20' },
    },
    {
      action: { to: 'alice', chain: '930114', amount: '20' },
      places: evm('930114', '{evmAlice}'),
      moves: { 'alice 930114': '20' },
    },
  ],
  transfer: [
    {
      action: { from: 'alice', to: '{bare}', chain: 'P', amount: '1.5' },
      places: [...onP(), ...onP('{bare}')],
      moves: { 'alice P': '-1.5', 'bare P': '1.5' },
      payer: 'alice P',
    },
    {
      action: { from: 'alice', to: '{bare}', chain: 'X', amount: '0.000000001' },
      places: [
        ...onX(),
        ...onX('{bare}'),
        [`${ofNetwork}/blockchains/x-chain/assets/{avax}/transactions`, '"txHash":"{tx}"'],
      ],
      moves: { 'alice X': '-0.000000001', 'bare X': '0.000000001' },
      payer: 'alice X',
    },
    {
      action: { from: 'alice', to: '{evmBare}', chain: 'C', amount: '0.000000000000000001' },
      places: [...onC(), ...onC('{evmBare}')],
      moves: { 'alice C': '-0.000000000000000001', 'bare C': '0.000000000000000001' },
      payer: 'alice C',
    },
  ],
  export: [
    {
      action: { from: 'alice', sourceChain: 'P', destinationChain: 'X', amount: '7' },
      places: [
        ...staking('ExportTx'),
        [
          `${ofNetwork}/blockchains/x-chain/balances?addresses={alice}`,
          '"atomicMemoryUnlocked":[{',
          '"amount":"7000000000"',
        ],
      ],
      moves: { 'alice P': '-7' },
      payer: 'alice P',
    },
    {
      action: { from: 'alice', sourceChain: 'X', destinationChain: 'P', amount: '3' },
      places: onX(),
      moves: { 'alice X': '-3' },
      payer: 'alice X',
    },
    {
      action: { from: 'alice', sourceChain: 'C', destinationChain: 'P', amount: '2' },
      places: atomic('{evmAlice}'),
      moves: { 'alice C': '-2' },
      payer: 'alice C',
    },
    {
      action: { from: 'alice', sourceChain: 'X', destinationChain: 'C', amount: '4' },
      places: onX(),
      moves: { 'alice X': '-4' },
      payer: 'alice X',
    },
  ],
  import: [
    {
      action: { to: 'alice', sourceChain: 'P', destinationChain: 'X' },
      places: onX(),
      moves: { 'alice X': '7' },
      payer: 'alice X',
    },
    {
      action: { to: 'alice', sourceChain: 'X', destinationChain: 'P' },
      places: staking('ImportTx'),
      moves: { 'alice P': '3' },
      payer: 'alice P',
    },
    {
      action: { to: 'alice', sourceChain: 'C', destinationChain: 'P' },
      places: staking('ImportTx'),
      moves: { 'alice P': '2' },
      payer: 'alice P',
    },
    {
      action: { to: 'alice', sourceChain: 'X', destinationChain: 'C' },
      places: atomic('{alice}'),
      moves: { 'alice C': '4' },
      payer: 'alice C',
    },
  ],
  createAsset: [
    {
      action: { name: 'Sleet', symbol: 'SLT', by: 'alice', kind: 'variable', amount: '50' },
      places: [
        ...onX(),
        [`${ofNetwork}/blockchains/x-chain/assets/{asset}`, '"symbol":"SLT"'],
        [`${ofNetwork}/blockchains/x-chain/assets/{asset}/transactions`, '"txHash":"{tx}"'],
        [
          `${ofNetwork}/blockchains/x-chain/balances?addresses={alice}`,
          '"assetId":"{asset}"',
          '"amount":"50000000000"',
        ],
      ],
      moves: { 'alice X': '0' },
      payer: 'alice X',
    },
    {
      action: { name: 'Flakes', symbol: 'FLK', by: 'alice', kind: 'nft' },
      places: [...onX(), [`${ofNetwork}/blockchains/x-chain/assets/{asset}`, '"symbol":"FLK"']],
      moves: { 'alice X': '0' },
      payer: 'alice X',
    },
  ],
  mintAsset: [
    {
      action: { asset: 'Sleet', to: '{bare}', amount: '2.5' },
      places: [
        ...onX('{bare}'),
        [`${ofNetwork}/blockchains/x-chain/assets/{asset}/transactions`, '"txHash":"{tx}"'],
        [
          `${ofNetwork}/blockchains/x-chain/balances?addresses={bare}`,
          '"assetId":"{asset}"',
          '"amount":"2500000000"',
        ],
      ],
      moves: { 'alice X': '0', 'bare X': '0' },
      payer: 'alice X',
    },
  ],
  mintNft: [
    {
      action: { asset: 'Flakes', to: '{bare}', payload: 'one' },
      places: [
        ...onX('{bare}'),
        [`${ofNetwork}/blockchains/x-chain/assets/{asset}/transactions`, '"txHash":"{tx}"'],
      ],
      moves: { 'alice X': '0' },
      payer: 'alice X',
    },
  ],
}
