import { createAvalancheWalletClient } from '@avalanche-sdk/client'
import { privateKeyToAvalancheAccount } from '@avalanche-sdk/client/accounts'
import { avalancheFuji } from '@avalanche-sdk/client/chains'
import { beforeAll, expect, inject, test } from 'vitest'

/** Test key of this file: its account has nothing but what the test gives it. */
const account = privateKeyToAvalancheAccount(`0x${'5a'.repeat(32)}`)
const [onP, onX, onC] = (['P', 'X', 'C'] as const).map((chain) =>
  account.getXPAddress(chain, 'fuji'),
) as [string, string, string]
const nAvax = 10n ** 9n

// The client takes the origin of a URL alone, so its world is named by the key.
const wallet = () => {
  const url = `${inject('servers').fuji}/ext/bc/C/rpc`
  return createAvalancheWalletClient({
    account,
    chain: { ...avalancheFuji, rpcUrls: { default: { http: [url] } } },
    transport: { type: 'http', url },
    apiKey: 'sg_clientsdk',
  })
}

beforeAll(async () => {
  const response = await fetch(`${inject('servers').fuji}/_admin/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-snowglobe-world': 'clientsdk' },
    body: JSON.stringify([
      { do: 'fund', to: onP.slice(2), chain: 'P', amount: '100' },
      { do: 'fund', to: account.getEVMAddress(), chain: 'C', amount: '100' },
    ]),
  })
  expect(response.status, await response.text()).toBe(200)
})

type Wallet = ReturnType<typeof wallet>
type Prepared = Parameters<Wallet['sendXPTransaction']>[0]

/** Sends what a builder prepares, and waits for it as an application does. */
async function sent(prepared: Promise<Prepared>): Promise<string> {
  const client = wallet()
  const { txHash, chainAlias } = await client.sendXPTransaction(await prepared)
  await client.waitForTxn({ txHash, chainAlias })
  return txHash
}

test('moves AVAX around all three chains', async () => {
  const { pChain, xChain, cChain } = wallet()
  await sent(pChain.prepareBaseTxn({ outputs: [{ addresses: [onP], amount: nAvax }] }))
  await sent(
    pChain.prepareExportTxn({
      destinationChain: 'X',
      exportedOutputs: [{ addresses: [onX], amount: nAvax }],
    }),
  )
  await sent(xChain.prepareImportTxn({ sourceChain: 'P', importedOutput: { addresses: [onX] } }))
  await sent(xChain.prepareBaseTxn({ outputs: [{ addresses: [onX], amount: nAvax / 10n }] }))
  await sent(
    xChain.prepareExportTxn({
      destinationChain: 'P',
      exportedOutputs: [{ addresses: [onP], amount: nAvax / 10n }],
    }),
  )
  await sent(pChain.prepareImportTxn({ sourceChain: 'X', importedOutput: { addresses: [onP] } }))
  await sent(
    pChain.prepareExportTxn({
      destinationChain: 'C',
      exportedOutputs: [{ addresses: [onC], amount: nAvax }],
    }),
  )
  await sent(cChain.prepareImportTxn({ sourceChain: 'P', toAddress: account.getEVMAddress() }))
  await sent(
    cChain.prepareExportTxn({
      destinationChain: 'P',
      fromAddress: account.getEVMAddress(),
      exportedOutput: { addresses: [onP], amount: nAvax / 10n },
    }),
  )
})

test('owns a subnet, adds a permissioned validator and removes it', async () => {
  const { pChain } = wallet()
  const subnetId = await sent(
    pChain.prepareCreateSubnetTxn({ subnetOwners: { addresses: [onP], threshold: 1 } }),
  )
  await sent(
    pChain.prepareCreateChainTxn({
      subnetId,
      vmId: 'tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH',
      chainName: 'mychain',
      genesisData: { a: 1 },
      subnetAuth: [0],
      fxIds: [],
    }),
  )
  const { timestamp } = await pChain.getTimestamp()
  const now = Math.floor(Date.parse(timestamp) / 1000)
  const { validators } = await pChain.getCurrentValidators({})
  const node = validators.find(({ endTime }) => Number(endTime) > now + 20 * 86_400)
  if (!node) throw new Error('a validator goes on for three weeks')
  const nodeId = node.nodeID
  const end = BigInt(now + 15 * 86_400)
  await sent(
    pChain.prepareAddSubnetValidatorTxn({ subnetId, nodeId, weight: 20n, end, subnetAuth: [0] }),
  )
  await sent(pChain.prepareRemoveSubnetValidatorTxn({ subnetId, nodeId, subnetAuth: [0] }))
  await sent(
    pChain.prepareAddPermissionlessDelegatorTxn({
      nodeId,
      stakeInAvax: 30n * nAvax,
      end,
      rewardAddresses: [onP],
      threshold: 1,
    }),
  )
})

// Between C and P its own check counts the base fee in wei as nAVAX, and refuses small amounts.
test.each([
  ['C', '0x00000000000000000000000000000000000000aa'],
  ['P', onP],
] as const)('sends AVAX on the %s-chain', async (chain, to) => {
  const amount = 10n ** 16n
  const { txHashes } = await wallet().send({
    to,
    amount,
    sourceChain: chain,
    destinationChain: chain,
  } as never)
  expect(txHashes.length).toBe(1)
})
