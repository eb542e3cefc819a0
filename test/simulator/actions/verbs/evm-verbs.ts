import { c, evm, message, onC, type Place, type Rows } from './places.ts'

/** Contracts, tokens and messages of EVM chains. */
export const evmVerbs: Rows<
  | 'fail'
  | 'deploy'
  | 'call'
  | 'mint'
  | 'transferToken'
  | 'price'
  | 'reindexNft'
  | 'sendMessage'
  | 'deliverMessage'
> = {
  fail: [
    {
      action: { from: 'alice', chain: 'C' },
      places: [...onC(), [`${c}/transactions/{tx}`, '"txStatus":"0"']],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
  ],
  deploy: [
    ...(['ERC-20', 'ERC-721', 'ERC-1155'] as const).map((kind) => ({
      action: {
        ...{ from: 'alice', chain: 'C', kind, name: `Alices ${kind}`, symbol: 'ALI' },
        as: kind.toLowerCase(),
      },
      places: [
        ...onC(),
        [`${c}/contracts/{evmAlice}/deployments`, '"address":"{address}"'],
        [`${c}/addresses/{address}`, '"deployerAddress":"{evmAlice}"', '{tx}'],
        [`${c}/contracts/{address}/transactions:getDeployment`, '"txHash":"{tx}"'],
      ] as Place[],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    })),
  ],
  call: [
    {
      action: {
        ...{ from: 'alice', contract: 'erc-20', function: 'approve(address,uint256)' },
        arguments: ['bob', '7'],
      },
      places: [
        ...onC(),
        [`${c}/addresses/{evmAlice}/transactions`, '"methodName":"approve(address,uint256)"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
  ],
  mint: [
    {
      action: { contract: 'erc-20', to: 'alice', amount: '12' },
      places: [
        ...onC(),
        [`${c}/addresses/{evmAlice}/transactions:listErc20`, '"txHash":"{tx}"'],
        [`${c}/addresses/{evmAlice}/balances:listErc20`, '"balance":"12000000000000000000"'],
        [`${c}/tokens/{erc20}/transfers`, '"txHash":"{tx}"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
    {
      action: { contract: 'erc-721', to: 'alice', tokenIds: ['70001', '70002'] },
      places: [
        ...onC(),
        [`${c}/addresses/{evmAlice}/transactions:listErc721`, '"txHash":"{tx}"'],
        [
          `${c}/addresses/{evmAlice}/balances:listErc721?contractAddress={erc721}`,
          '70001',
          '70002',
        ],
        [`${c}/addresses/{evmAlice}/balances:listCollectibles?contractAddress={erc721}`, '70002'],
        [`${c}/nfts/collections/{erc721}/tokens`, '"tokenId":"70001"'],
        [`${c}/nfts/collections/{erc721}/tokens/70002`, '"ownerAddress":"{evmAlice}"'],
        [`${c}/tokens/{erc721}/transfers`, '"txHash":"{tx}"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
    {
      action: { contract: 'erc-1155', to: 'alice', tokenIds: ['80001'], amounts: ['9'] },
      places: [
        ...onC(),
        [`${c}/addresses/{evmAlice}/transactions:listErc1155`, '"txHash":"{tx}"'],
        [`${c}/addresses/{evmAlice}/balances:listErc1155`, '"tokenId":"80001"', '"balance":"9"'],
        [`${c}/addresses/{evmAlice}/balances:listCollectibles?contractAddress={erc1155}`, '80001'],
        [`${c}/nfts/collections/{erc1155}/tokens/80001`, '"tokenId":"80001"'],
        [`${c}/tokens/{erc1155}/transfers`, '"txHash":"{tx}"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
  ],
  transferToken: [
    {
      action: { contract: 'erc-20', from: 'alice', to: '{evmBare}', amount: '2.5' },
      places: [
        ...onC(),
        [`${c}/addresses/{evmBare}/transactions:listErc20`, '"value":"2500000000000000000"'],
        [`${c}/addresses/{evmBare}/balances:listErc20`, '"balance":"2500000000000000000"'],
        [`${c}/addresses/{evmAlice}/balances:listErc20`, '"balance":"9500000000000000000"'],
        [`${c}/tokens/{erc20}/transfers`, '"txHash":"{tx}"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
    {
      action: { contract: 'erc-721', from: 'alice', to: '{evmBare}', tokenId: '70002' },
      places: [
        ...onC(),
        [`${c}/addresses/{evmBare}/transactions:listErc721`, '"txHash":"{tx}"'],
        [`${c}/addresses/{evmBare}/balances:listErc721`, '"tokenId":"70002"'],
        [`${c}/nfts/collections/{erc721}/tokens/70002`, '"ownerAddress":"{evmBare}"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
    {
      action: {
        contract: 'erc-1155',
        from: 'alice',
        to: '{evmBare}',
        tokenId: '80001',
        amount: '4',
      },
      places: [
        ...onC(),
        [`${c}/addresses/{evmBare}/transactions:listErc1155`, '"txHash":"{tx}"'],
        [`${c}/addresses/{evmBare}/balances:listErc1155`, '"tokenId":"80001"', '"balance":"4"'],
        [`${c}/addresses/{evmAlice}/balances:listErc1155`, '"tokenId":"80001"', '"balance":"5"'],
      ],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
  ],
  price: [
    {
      action: { contract: 'erc-20', usd: '1.25' },
      places: [
        [`${c}/addresses/{evmBare}/balances:listErc20`, '"value":"1.25"'],
        [`${c}/addresses/{evmBare}/transactions:listErc20`, '"value":"1.25"'],
      ],
    },
    {
      action: { chain: 'C', usd: '31.5' },
      places: [[`${c}/addresses/{evmAlice}/balances:getNative`, '"value":"31.5"']],
    },
  ],
  reindexNft: [
    {
      action: { contract: 'erc-721', tokenId: '70002' },
      places: [
        [`${c}/nfts/collections/{erc721}/tokens/70002`, '"metadataLastUpdatedTimestamp":{now}'],
      ],
    },
  ],
  sendMessage: [
    {
      action: {
        ...{ from: 'alice', sourceChain: 'C', destinationChain: '930114', data: '0xabcdef' },
        ...{ deliver: false, as: 'letter' },
      },
      places: [...onC(), ...message('pending'), ['/v1/icm/messages/{message}', '0xabcdef']],
      moves: { 'alice C': '0' },
      payer: 'alice C',
    },
  ],
  deliverMessage: [
    {
      action: { message: 'letter' },
      places: [
        ...evm('930114', '{evmRelayer}'),
        ...message('delivered'),
        ['/v1/icm/messages/{message}', '"messageExecuted":true'],
      ],
      moves: { 'relayer 930114': '0' },
      payer: 'relayer 930114',
    },
  ],
}
