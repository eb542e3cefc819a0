import { BlockchainId, PrimaryNetworkTxType } from '@avalabs/glacier-sdk'
import { expect, test } from 'vitest'
import { unsignedWarpMessage } from '../support/warp.ts'
import { ewoqEvm, known } from '../support/world.ts'
import { everyItem, glacier, networks } from './glacier.ts'

test.each(networks)('4.1.1: a message of the C-chain of %s is signed', async (network) => {
  const message = unsignedWarpMessage(network, known[network].cChainId, 'snow')
  const { signedMessage } = await glacier.signatureAggregator.aggregateSignatures({
    network,
    requestBody: { message },
  })
  expect(signedMessage.slice(0, message.length)).toBe(message)
})

test.each(networks)('4.1.2: what the P-chain of %s says is signed', async (network) => {
  const { transactions } =
    await glacier.primaryNetworkTransactions.listLatestPrimaryNetworkTransactions({
      network,
      blockchainId: BlockchainId.P_CHAIN,
      addresses: known[network].ewoq,
      txTypes: [PrimaryNetworkTxType.CONVERT_SUBNET_TO_L1TX],
    })
  const { signedMessage } = await glacier.signatureAggregator.getAggregatedSignatures({
    network,
    txHash: transactions[0]?.txHash ?? '',
  })
  expect(signedMessage).toMatch(/^0000[0-9a-f]+$/)
})

test.each(networks)('4.1.19: messages of an address on %s, newest first', async (network) => {
  const messages = await everyItem(
    (pageToken) =>
      glacier.interchainMessaging.listIcmMessagesByAddress({
        address: ewoqEvm,
        network,
        pageSize: 3,
        ...(pageToken && { pageToken }),
      }),
    (page) => [...page.messages],
  )
  expect(messages.length).toBeGreaterThan(3)
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(messages.length)
})
